import type { DialogueName } from '../dialogues/dialogues.mts';

export interface SandboxRegistration {
	id: string;
	userId: string;
	url: string;
	/** The whole body as it came; `enabled` changes when the webhook is disabled or enabled later. */
	body: Record<string, unknown>;
	created_at: string;
	/** Name of the workflow behind the URL, `''` if nobody knows it; the service does not. */
	workflow?: string;
}

/** What the sandbox's API wants in the body of POST /api/Webhooks (the document shows no field). */
export interface RegistrationRules {
	/** Name of the field that holds the URL. Default `url`. */
	urlField: string;
	/** Fields that must be present. Default: the URL field alone. */
	requiredFields: string[];
	/** Whether a second webhook for one URL is rejected with 409. Default false. */
	isUrlUnique: boolean;
}

export interface DeliveryAttempt {
	at: string;
	/** HTTP status of the answer, 0 if no answer came. */
	status: number;
	/** The first 2,000 characters of the answer's body, or why none came. */
	answer: string;
}

/** One entry of the delivery log: one event to one registered URL, with every attempt. */
export interface LoggedDelivery {
	id: string;
	registrationId: string;
	url: string;
	event: string;
	/** Name of the conversation's agent, `''` if the record has none. */
	agent: string;
	conversationId: string;
	shape: 'A' | 'B';
	attempts: DeliveryAttempt[];
	/** `delivered` on 2xx, `failed` once the retries are used up. */
	state: 'pending' | 'delivered' | 'failed';
}

/** What a finished conversation should look like; everything else follows from the seed. */
export interface ConversationOptions {
	shape?: 'A' | 'B';
	/**
	 * A conversation that makes sense from end to end. It is as it was written: `turns`, `outcome`,
	 * `everyField` and what begins with `with` are for a conversation that is made up, the default.
	 */
	dialogue?: DialogueName;
	/** Number of history entries. Default 8. */
	turns?: number;
	/** Default: the next number of the sandbox's own sequence. */
	seed?: number;
	/** Default `completed`. With `no_answer` nobody speaks and nothing is recorded, whatever else is asked for. */
	outcome?: 'completed' | 'failed' | 'no_answer';
	withTools?: boolean;
	withHandoff?: boolean;
	withInterruptions?: boolean;
	withTestRun?: boolean;
	withCampaign?: boolean;
	withRecording?: boolean;
	/** Seconds until `audio_url` expires, from now. Default 3600; 0 or less has expired already. */
	recordingExpiresInSeconds?: number;
	/** Size of each served recording file, streamed, whatever the turns last. Default: as long as the turns. */
	recordingBytes?: number;
	/** When the conversation ended (ISO 8601). Default: a moment ago, by the sandbox's clock. */
	endedAt?: string;
	/** Switches every feature on and gives every field of parts 2.5 to 2.9 a value (8 turns or more). */
	everyField?: boolean;
	/** Merged over the generated record at top level; `undefined` removes a field. */
	overrides?: Record<string, unknown>;
}

export interface DeliveryOptions {
	/** Default `ConversationComplete`. */
	event?: string;
	/** `Bearer <JWT>` by default; a string is sent as the header as it is, `null` sends none. */
	authorization?: string | null;
	/** Further or replaced headers; `null` leaves a header out. */
	headers?: Record<string, string | null>;
	/** Sends `X-Webhook-Signature: sha256=<hex HMAC-SHA256 of the body>`. */
	signingSecret?: string;
}

import { createHmac } from 'node:crypto';
import type { Context } from 'koa';
import type {
	IdentityChanges,
	IdentityServer,
	IdentityWays,
	SandboxUser,
} from '../identity/identity-types.mts';
import { writeProblem, type WriteProblem } from '../problem.mts';

export type SentRecord = Record<string, unknown>;

/** How the service does what the interface document leaves open. A dialect sets some of these. */
export interface Ways extends IdentityWays {
	/** Name of the field of a registration that holds the URL. */
	urlField: string;
	/** What a registration lacks, as a sentence. */
	findLack(body: Record<string, unknown>): string | undefined;
	createdStatus: number;
	describeCreated(id: string): { body?: unknown; headers?: Record<string, string> };
	/** The redirect by which a registration is answered; 307 and 308 come before anything is made. */
	registrationRedirect?: { status: number; locate(id: string): string };
	/** What a second webhook for the same URL, or of the same account, meets. Default: it is registered. */
	secondWebhook?: { of: 'url' | 'account'; status?: number };
	/** Sent to the URL before a registration is answered; without 2xx there is none. */
	urlCheck?: { method: string; body?: string };
	/** Status of DELETE /api/Webhooks/{id}; undefined: there is no such operation. */
	deletedStatus?: number;
	registrationDelayMs: number;
	writeProblem: WriteProblem;
	/** The record of the signed-in user. */
	describeUser(user: SandboxUser): unknown;

	/** The value that is sent as JSON. */
	wrap(event: string, data: SentRecord): unknown;
	nameEvent(name: string): string;
	/** Events before the one of a finished call. */
	earlier(record: SentRecord): { event: string; data: unknown }[];
	writeJson(value: unknown): string;
	contentType: string | null;
	/** Without a name no header tells of it. */
	encode?: { name?: string; encode(bytes: Buffer): Buffer };
	/** Headers that say who sends. */
	proveSender(identity: IdentityServer, claims: Record<string, unknown>): Promise<Headers>;
	/** Signs every delivery with this secret. */
	signingSecret?: string;
	sign(body: Buffer, secret: string): Headers;

	/** How long a link to a recording lasts. Default: an hour. */
	linkSeconds?: number;
	/** Changes what the storage answers. */
	answerRecording(ctx: Context): void | Promise<void>;
}

type Headers = Record<string, string>;

/** What several dialects may change, one after another. */
export interface Changes extends IdentityChanges {
	record(record: SentRecord): SentRecord;
	/** What the first delivery of a call shows of its record. */
	first(record: SentRecord): SentRecord;
	/** Further deliveries of a call that was delivered. */
	again(record: SentRecord): SentRecord[];
}

/** What the service does otherwise than the sandbox by itself, as a sentence and as the way to do it. */
export type Dialect = { does: string } & Partial<Ways> & Partial<Changes>;

/** Something that the interface document leaves open. Its dialects contradict each other. */
export interface OpenChoice {
	/** Of the interface document. */
	part: string;
	asks: string;
	/** By name. */
	dialects: Readonly<Record<string, Dialect>>;
}

/** The choices of the sandbox where no dialect says otherwise. */
export const ownWays: Ways = {
	urlField: 'url',
	findLack: () => undefined,
	createdStatus: 201,
	describeCreated: (id) => ({ body: { id } }),
	registrationDelayMs: 0,
	writeProblem,
	describeUser: ({ id, name, username, email }) => ({ id, name, username, email }),
	wrap: (event, data) => ({ event, data }),
	nameEvent: (name) => name,
	earlier: () => [],
	writeJson: (value) => JSON.stringify(value),
	contentType: 'application/json',
	proveSender: async (identity, claims) => ({
		authorization: `Bearer ${await identity.signJwt(claims)}`,
	}),
	sign: (body, secret) => {
		const signature = createHmac('sha256', secret).update(body).digest('hex');
		return { 'x-webhook-signature': `sha256=${signature}` };
	},
	answerRecording: () => undefined,
	rotatesRefreshTokens: true,
	identityAnswers: {},
};

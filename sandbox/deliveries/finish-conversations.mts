import { createRecord } from '../conversations/create-record.mts';
import { planRecording } from '../conversations/plan-conversation.mts';
import { dialogues } from '../dialogues/dialogues.mts';
import type { ConversationOptions, DeliveryOptions, Sandbox } from '../types.mts';
import { deliverEvent, type DeliverySender } from './deliver-event.mts';

export interface ConversationSource extends DeliverySender {
	now: () => Date;
	/** Where recordings are served. */
	baseUrl: string;
}

// The service takes a moment between the end of a call and its event.
const closingMs = 1500;

type Events = Pick<Sandbox, 'createRecord' | 'finishConversation' | 'deliver'>;

function nameKind({ dialogue, outcome = 'completed' }: ConversationOptions): string {
	return dialogue === undefined ? `Made up: ${outcome}` : dialogues[dialogue].title;
}

/** The sandbox's events: making conversations up and delivering them. */
export function finishConversations(source: ConversationSource): Events {
	const { state, now, baseUrl } = source;

	const create = (options: ConversationOptions = {}) => {
		const nowMs = now().getTime();
		const { ways, changes } = state.speech;
		const input = {
			seed: options.seed ?? state.nextSeed++,
			endedAtMs: options.endedAt === undefined ? nowMs - closingMs : Date.parse(options.endedAt),
			options: { recordingExpiresInSeconds: ways.linkSeconds, ...options },
		};
		const { id, record } = createRecord(input, { baseUrl, nowMs });
		state.recordings.set(id, () => planRecording(input));
		state.kinds.set(id, nameKind(options));
		return changes.record(record);
	};

	const deliver = (record: Record<string, unknown>, options?: DeliveryOptions) =>
		deliverEvent(source, record, options);

	return {
		createRecord: create,
		deliver,
		finishConversation: async ({ delivery, ...options } = {}) => {
			const record = create(options);
			return { record, deliveries: await deliver(record, delivery) };
		},
	};
}

import { type Conversation, conversationSchema } from '../conversation/conversation';
import {
	type Comparison,
	type DeclaredField,
	type FieldFacts,
	findObject,
	listFields,
	type ObjectSchema,
} from '../conversation/declare-field';
import { isObject, sortFields } from '../json';
import { BoundedMap, hashData } from '../memory';
import { isFilled } from '../text';
import { parseTimestamp } from '../time';
import { type WaitLimit, waitUntilEnded } from '../waiting';

export type DeliveryKey = {
	webhookUrl: string;
	event: string;
	/** Of the conversation; a record without an id is never a duplicate. */
	id: string | null;
	/** {@link hashContent}; `null` if all states of a conversation count as one. */
	contentHash: string | null;
	isVerified: boolean;
};

/**
 * `first`: start the execution, and call `end` once the response has ended: true for 2xx, else false.
 * `duplicate`: an equal delivery was acknowledged. `busy`: an equal delivery is still under way.
 */
export type DeliveryClaim =
	| { state: 'first'; end: (isAcknowledged: boolean) => void }
	| { state: 'duplicate' | 'busy' };

/** Verified and unverified deliveries of a webhook URL are remembered apart, so strangers evict no verified one. */
type Lane = {
	acknowledged: BoundedMap<true>;
	underWay: Map<string, Promise<void>>;
};

/** @param window acknowledged deliveries remembered for each lane, at about 150 bytes */
export function createDeliveryMemory(window = 1_000) {
	const lanes = new Map<string, Lane>();

	function useLane(webhookUrl: string, isVerified: boolean): Lane {
		const name = `${isVerified ? 'verified' : 'other'} ${webhookUrl}`;
		const lane = lanes.get(name) ?? { acknowledged: new BoundedMap(window), underWay: new Map() };
		lanes.set(name, lane);
		return lane;
	}

	function begin(hash: string, { acknowledged, underWay }: Lane): DeliveryClaim {
		let wake = () => {};
		const ending = new Promise<void>((resolve) => {
			wake = resolve;
		});
		underWay.set(hash, ending);
		return {
			state: 'first',
			end(isAcknowledged) {
				if (underWay.get(hash) !== ending) return;
				underWay.delete(hash);
				if (isAcknowledged) acknowledged.set(hash, true);
				wake();
			},
		};
	}

	return {
		/** Claims a delivery, at once or as soon as an equal delivery that is under way has ended. */
		async claim(key: DeliveryKey, waitLimit: WaitLimit): Promise<DeliveryClaim> {
			const { webhookUrl, event, id, contentHash, isVerified } = key;
			if (!isFilled(id)) return { state: 'first', end: () => undefined };
			const hash = hashData(JSON.stringify([event, id, contentHash]));
			const lane = useLane(webhookUrl, isVerified);
			// A verified delivery makes an unverified one a duplicate, but not the other way round.
			const verified = isVerified ? lane : useLane(webhookUrl, true);
			for (;;) {
				if ([lane, verified].some(({ acknowledged }) => acknowledged.touch(hash))) {
					return { state: 'duplicate' };
				}
				const other = lane.underWay.get(hash);
				if (other === undefined) return begin(hash, lane);
				if (!(await waitUntilEnded(other, waitLimit))) return { state: 'busy' };
			}
		},
	};
}

const WEB_LINK = /^https?:\/\//i;

const REDUCE: Readonly<Record<Comparison, (value: unknown) => unknown>> = {
	presence: (value) => value !== null,
	moment: (value) => (typeof value === 'string' && parseTimestamp(value)) || value,
	fileName(value) {
		if (typeof value !== 'string' || !WEB_LINK.test(value)) return value;
		const end = value.search(/[?#]/);
		const path = end === -1 ? value : value.slice(0, end);
		return path.slice(path.lastIndexOf('/'));
	},
};

/**
 * A hash that does not depend on the order of fields. Declared fields are compared as `comparedBy` says, all others
 * as they are. Of the derived fields only `shape` and `additional_fields` count.
 */
export function hashContent(conversation: Conversation): string {
	const state = [conversation.shape, reduceObject(conversationSchema, conversation)];
	return hashData(JSON.stringify(state));
}

function reduceObject(object: ObjectSchema, value: unknown): unknown {
	if (!isObject(value)) return null;
	const reduced: unknown[] = [];
	const { additional_fields: others } = value;
	const unread: Record<string, unknown> | null = isObject(others) ? { ...others } : null;
	for (const { name, schema, facts } of listFields(object)) {
		const sent = facts.isDerived === true ? null : (value[name] ?? null);
		if (sent !== null) reduced.push(name, reduceField(schema, facts, sent));
		// If only the presence of a field counts, its unread value of a wrong type counts as present.
		const isMarked = unread && facts.comparedBy === 'presence' && Object.hasOwn(unread, name);
		if (isMarked) unread[name] = true;
	}
	return [reduced, sortFields(unread)];
}

function reduceField(schema: DeclaredField['schema'], facts: FieldFacts, value: unknown): unknown {
	if (facts.comparedBy !== undefined) return REDUCE[facts.comparedBy](value);
	const object = typeof value === 'object' ? findObject(schema) : undefined;
	if (object === undefined) return sortFields(value);
	if (!Array.isArray(value)) return reduceObject(object, value);
	return value.map((element) => reduceObject(object, element));
}

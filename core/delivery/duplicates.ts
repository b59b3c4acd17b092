import { type Conversation, conversationSchema } from '../conversation/conversation';
import { type DeclaredField, listFields, type ObjectSchema } from '../conversation/declare-field';
import { isObject, sortFields, type UnknownObject } from '../json';
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

/** @param window acknowledged deliveries remembered for each lane, at about 150 bytes each. Default: 1,000 */
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

/**
 * A hash that does not depend on the order of fields. Declared fields are compared as `comparedBy` says, all others
 * as they are. Of the derived fields only `shape` and `additional_fields` count.
 */
export function hashContent(conversation: Conversation): string {
	const state = [conversation.shape, reduceObject(conversationSchema, conversation)];
	return hashData(JSON.stringify(state));
}

/** What counts of an object, its fields in the order of the schema: the object itself if all of it counts as it is. */
function reduceObject(object: ObjectSchema, value: UnknownObject): UnknownObject {
	let copy: Record<string, unknown> | undefined;
	for (const field of listReduced(object)) {
		const sent = value[field.name];
		if (sent === undefined) continue;
		const isUnread = field.name === 'additional_fields' && isObject(sent);
		const reduced = isUnread ? reduceUnread(object, sent) : reduceField(field, sent);
		if (reduced !== sent) (copy ??= { ...value })[field.name] = reduced;
	}
	return copy ?? value;
}

const PLAIN_TYPES = ['string', 'number', 'boolean'];

const reducedFields = new WeakMap<ObjectSchema, readonly DeclaredField[]>();

/** The fields to look at: most are a text, number or flag that counts as it is. */
function listReduced(object: ObjectSchema): readonly DeclaredField[] {
	const known = reducedFields.get(object);
	if (known !== undefined) return known;
	const fields = listFields(object).filter(
		({ schema, facts }) =>
			facts.isDerived === true ||
			facts.comparedBy !== undefined ||
			!PLAIN_TYPES.includes(schema._zod.def.type),
	);
	reducedFields.set(object, fields);
	return fields;
}

/** If only the presence of a field counts, its unread value of a wrong type counts as present. */
function reduceUnread(object: ObjectSchema, unread: UnknownObject): unknown {
	const fields = listFields(object).filter(({ facts }) => facts.comparedBy === 'presence');
	const present = fields.filter(({ name }) => Object.hasOwn(unread, name));
	return sortFields({ ...unread, ...Object.fromEntries(present.map(({ name }) => [name, true])) });
}

function reduceField(field: DeclaredField, sent: unknown): unknown {
	const { isDerived, isKept, comparedBy } = field.facts;
	// Kept is a turn's offset alone: it follows from moments that count, so it makes no difference.
	if (isDerived === true) return isKept === true ? sent : undefined;
	if (comparedBy === 'presence') return sent !== null;
	if (typeof sent === 'string') return comparedBy === undefined ? sent : REDUCE[comparedBy](sent);
	if (typeof sent !== 'object') return sent;
	if (Array.isArray(sent)) return sent.map((element) => reduceField(field, element));
	return field.inner && isObject(sent) ? reduceObject(field.inner, sent) : sortFields(sent);
}

const REDUCE = {
	/** To milliseconds: `2026-11-03T09:15:04.25Z` becomes `…04.250Z`, as most services write moments. */
	moment(text: string): string {
		const ms = IN_MILLISECONDS.test(text) ? null : parseTimestamp(text);
		return ms === null ? text : new Date(ms).toISOString();
	},
	fileName(text: string): string {
		if (!WEB_LINK.test(text)) return text;
		const end = text.search(/[?#]/);
		const path = end === -1 ? text : text.slice(0, end);
		return path.slice(path.lastIndexOf('/'));
	},
};

const IN_MILLISECONDS = /T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const WEB_LINK = /^https?:\/\//i;

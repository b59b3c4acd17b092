import { fail, type Result } from '../errors';
import {
	copyJson,
	isObject,
	type JsonObject,
	mayNeedRepair,
	repairTexts,
	type UnknownObject,
} from '../json';
import { answerByHead } from './answered';
import { type Conversation, CONVERSATION_FIELDS } from './conversation';
import { type CallSideOptions, stateCallSides } from './customer-number';
import { type DeclaredField, listFields } from './declare-field';
import { buildRow, FLAT_FIELDS, SIMPLIFIED_FIELDS } from './flat';
import { hideSessionToken } from './hide-session-token';
import { applyOutcomeRules, followOutcome, type OutcomeRule } from './outcome';
import { type PersonalData, protectAsSent, Protection } from './personal-data';
import { KNOWN_SPEAKERS, type Speakers } from './speakers';
import { turnSchema } from './turn';
import {
	buildToolCallItems,
	buildTurnItems,
	toolCallItemSchema,
	turnItemSchema,
} from './turn-items';

export type OutputOptions = {
	/** Which fields to keep, by their names in the output. Default: all. Without effect on *raw*. */
	fields?: { mode: 'selected' | 'except'; names: readonly string[] };
	/** For *conversation* and *turns*. Statistics and indexes stay those of the whole history. Default: false. */
	leaveOutSystemTurns?: boolean;
	outcomeRules?: readonly OutcomeRule[];
	/** Default: `keep`. */
	personalData?: PersonalData;
	/** The speakers with which the conversation was read. Default: {@link KNOWN_SPEAKERS}. */
	speakers?: Speakers;
} & CallSideOptions;

type OutputDefinition = {
	label: string;
	description: string;
	/** A field that no other output has, by which an item of this output is recognized. Simplified has none. */
	tellingField?: string;
	isOfMany?: true;
	/** The fields of its items. Raw declares none: its item is what was sent. */
	fields: readonly DeclaredField[];
	build: (conversation: Conversation, options: OutputOptions) => Iterable<JsonObject>;
};

const definitions = {
	conversation: {
		label: 'Conversation',
		description: 'One nested item with everything. Every field is always present.',
		tellingField: 'statistics',
		fields: CONVERSATION_FIELDS,
		build: (conversation, options) => [trimHistory(conversation, options)],
	},
	simplified: {
		label: 'Simplified',
		description:
			'One flat item with what is asked for most: agent, outcome, customer, times, transcript, recording',
		fields: SIMPLIFIED_FIELDS,
		build: (conversation) => [buildRow(conversation, SIMPLIFIED_FIELDS)],
	},
	flat: {
		label: 'Flat',
		description: 'One flat item for tables and CRMs, always with the same columns',
		tellingField: 'statistics_turn_count',
		fields: FLAT_FIELDS,
		build: (conversation) => [buildRow(conversation, FLAT_FIELDS)],
	},
	turns: {
		label: 'Turns',
		description: 'One item for each turn, with its offset in the recording',
		tellingField: 'turn_index',
		isOfMany: true,
		fields: [...listFields(turnItemSchema), ...listFields(turnSchema)],
		*build(conversation, { fields, leaveOutSystemTurns, speakers = KNOWN_SPEAKERS }) {
			const named = fields?.mode === 'selected' ? fields.names : [];
			for (const item of buildTurnItems(conversation, named)) {
				const role = typeof item.role === 'string' ? item.role : null;
				if (!leaveOutSystemTurns || speakers.group(role) !== 'system') yield item;
			}
		},
	},
	toolCalls: {
		label: 'Tool Calls',
		description: 'One item for each tool call, with its arguments and output',
		tellingField: 'called_at',
		isOfMany: true,
		fields: listFields(toolCallItemSchema),
		build: buildToolCallItems,
	},
	raw: {
		label: 'Raw',
		description:
			'One item as the service sent it, with the session token: the event, or the record without an event',
		tellingField: 'event',
		fields: [],
		build: () => [],
	},
} satisfies Record<string, OutputDefinition>;

export type Output = keyof typeof definitions;

export const outputs: Readonly<Record<Output, OutputDefinition>> = definitions;

export const OUTPUTS = Object.keys(outputs).filter((name): name is Output => name in outputs);

export function listOutputFields(output: Output): string[] {
	return outputs[output].fields.map(({ name }) => name);
}

/** The conversation with the direction, the customer's number and the outcome that the user's options state. */
export function applyStatements(conversation: Conversation, options: OutputOptions): Conversation {
	const { outcomeRules = [] } = options;
	const stated = { ...conversation, ...stateCallSides(conversation, options) };
	// Without a history, `answered` depends on the direction.
	if (conversation.answered === answerByHead(conversation)) stated.answered = answerByHead(stated);
	stated.outcome = applyOutcomeRules(stated, outcomeRules) ?? followOutcome(conversation, stated);
	return stated;
}

/**
 * n8n stores all items of a conversation. Together they may take 10 times the bytes that they are made of, plus
 * 1 MB. An output of one item has no limit, since one item repeats nothing.
 */
export const OUTPUT_LIMIT = { code: 'output-too-large', times: 10, bytesMore: 1_000_000 } as const;

/** Size of the `pairedItem` that n8n stores with each item of the next node. */
const ORIGIN_BYTES = 108;

/**
 * The items of one conversation for an output, as plain JSON: one item, or one for each turn or tool call.
 * {@link repairTexts} repairs the items of every output but *raw*. Error code: `output-too-large`.
 *
 * @param source of the conversation: bytes, text, or parsed JSON
 * @param conversation with the statements of the user: {@link applyStatements}
 * @param whole for *raw*: the whole event, or the record alone
 */
export function buildBoundedItems(
	source: unknown,
	output: Output,
	conversation: Conversation,
	whole: UnknownObject,
	options: OutputOptions = {},
): Result<{ items: JsonObject[] }, (typeof OUTPUT_LIMIT)['code']> {
	const repair = mayNeedRepair(source) ? repairTexts : undefined;
	const listed = listOutputItems(output, conversation, whole, options, repair);
	if (!outputs[output].isOfMany) return { success: true, items: [...listed] };
	const most = OUTPUT_LIMIT.times * countBytes(source) + OUTPUT_LIMIT.bytesMore;
	const items: JsonObject[] = [];
	let bytes = 0;
	for (const item of listed) {
		bytes += ORIGIN_BYTES + JSON.stringify(item).length;
		if (bytes > most) {
			const message = `The items of the output would take more than ${OUTPUT_LIMIT.times} times the size of what was sent.`;
			return fail(OUTPUT_LIMIT.code, message);
		}
		items.push(item);
	}
	return { success: true, items };
}

function* listOutputItems(
	output: Output,
	conversation: Conversation,
	whole: UnknownObject,
	options: OutputOptions,
	repair = (item: JsonObject) => item,
): Generator<JsonObject> {
	const { fields, personalData = 'keep', speakers } = options;
	if (output === 'raw') {
		const copy = protectAsSent(copyJson(whole) ?? null, personalData);
		yield isObject(copy) ? copy : {};
		return;
	}
	const definition = outputs[output];
	const protection = new Protection(personalData, conversation, speakers);
	for (const built of definition.build(hideSessionToken(conversation), options)) {
		yield selectFields(protection.protect(repair(built), definition.fields), fields);
	}
}

function trimHistory(conversation: Conversation, options: OutputOptions): Conversation {
	const { leaveOutSystemTurns, speakers = KNOWN_SPEAKERS } = options;
	if (!leaveOutSystemTurns) return conversation;
	const trim = (turns: Conversation['history']) =>
		turns?.filter((turn) => speakers.group(turn.role) !== 'system') ?? null;
	return {
		...conversation,
		history: trim(conversation.history),
		synthesized_chat_history: trim(conversation.synthesized_chat_history),
	};
}

function selectFields(item: JsonObject, fields: OutputOptions['fields']): JsonObject {
	if (fields === undefined) return item;
	const names = new Set(fields.names);
	const isKept = (name: string) => names.has(name) === (fields.mode === 'selected');
	return Object.fromEntries(Object.entries(item).filter(([name]) => isKept(name)));
}

function countBytes(source: unknown): number {
	if (source instanceof Uint8Array) return source.byteLength;
	return Buffer.byteLength(typeof source === 'string' ? source : (JSON.stringify(source) ?? ''));
}

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
import type { DeclaredField } from './declare-field';
import { buildRow, FLAT_FIELDS, SIMPLIFIED_FIELDS } from './flat';
import { hideSessionToken } from './hide-session-token';
import { followOutcome } from './outcome';
import { applyOutcomeRules, type OutcomeRule } from './outcome-rules';
import { type PersonalData, protectAsSent, Protection } from './personal-data';
import { KNOWN_SPEAKERS, type Speakers } from './speakers';

export type OutputOptions = {
	/** Which fields to keep, by their names in the output. Default: all. Without effect on *raw*. */
	fields?: { mode: 'selected' | 'except'; names: readonly string[] };
	/** For *conversation*. Statistics and tool calls stay those of the whole history. Default: false. */
	leaveOutSystemTurns?: boolean;
	/** The first that fits states the outcome. Default: none. */
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
	/** The fields of its item. Raw declares none: its item is what was sent. */
	fields: readonly DeclaredField[];
	build: (conversation: Conversation, options: OutputOptions) => JsonObject;
};

const definitions = {
	conversation: {
		label: 'Conversation',
		description: 'One nested item. Every field outside of lists is always present.',
		tellingField: 'statistics',
		fields: CONVERSATION_FIELDS,
		build: trimHistory,
	},
	simplified: {
		label: 'Simplified',
		description:
			'One flat item with what is asked for most: agent, outcome, customer, times, transcript, recording',
		fields: SIMPLIFIED_FIELDS,
		build: (conversation) => buildRow(conversation, SIMPLIFIED_FIELDS),
	},
	flat: {
		label: 'Flat',
		description: 'One flat item for tables and CRMs, always with the same columns',
		tellingField: 'statistics_turn_count',
		fields: FLAT_FIELDS,
		build: (conversation) => buildRow(conversation, FLAT_FIELDS),
	},
	raw: {
		label: 'Raw',
		description:
			'One item as the service sent it, with the session token: the event, or the record without an event',
		tellingField: 'event',
		fields: [],
		build: () => ({}),
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
	const { outcomeRules = [], speakers } = options;
	const stated = { ...conversation, ...stateCallSides(conversation, options) };
	// Without a history, `answered` depends on the direction.
	if (conversation.answered === answerByHead(conversation)) stated.answered = answerByHead(stated);
	stated.outcome = followOutcome(conversation, stated);
	return { ...stated, ...applyOutcomeRules(stated, outcomeRules, speakers) };
}

/**
 * The item of one conversation for an output, as plain JSON. {@link repairTexts} repairs every output but *raw*.
 * @param source of the conversation: bytes, text, or parsed JSON
 * @param conversation with the statements of the user: {@link applyStatements}
 * @param whole for *raw*: the whole event, or the record alone
 */
export function buildItem(
	source: unknown,
	output: Output,
	conversation: Conversation,
	whole: UnknownObject,
	options: OutputOptions = {},
): JsonObject {
	const { fields, personalData = 'keep' } = options;
	if (output === 'raw') {
		const copy = protectAsSent(copyJson(whole) ?? null, personalData);
		return isObject(copy) ? copy : {};
	}
	const definition = outputs[output];
	const built = definition.build(hideSessionToken(conversation), options);
	const repaired = mayNeedRepair(source) ? repairTexts(built) : built;
	const protection = new Protection(personalData, conversation);
	return selectFields(protection.protect(repaired, definition.fields), fields);
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

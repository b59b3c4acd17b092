import { copyJson } from '../json/copy-json';
import {
	isObject,
	setOwn,
	type JsonObject,
	type JsonValue,
	type UnknownObject,
} from '../json/json';
import { buildSimplified } from './build-simplified';
import { buildFlat } from './build-flat';
import { buildToolCallItems } from './build-tool-call-items';
import { buildTurnItems } from './build-turn-items';
import type { Conversation } from './conversation';
import { type CallSideOptions, findCallSides } from './find-call-sides';
import { groupSpeaker } from './group-speaker';
import { hideSessionToken } from './hide-session-token';
import { decideOutcome, type OutcomeRule } from './outcome';
import { replaceNullCharacters } from './replace-null-characters';

/** What a conversation is emitted as. */
export const OUTPUTS = ['conversation', 'simplified', 'flat', 'turns', 'toolCalls', 'raw'] as const;
export type Output = (typeof OUTPUTS)[number];

/** The outputs of one item for each turn or call. */
export const OUTPUTS_OF_MANY: readonly Output[] = ['turns', 'toolCalls'];

/** Settings of {@link buildOutputItems}. */
export type OutputOptions = {
	/**
	 * Which fields to keep, by their names in the selected output; names it does not have are passed
	 * over. Default: all. Without effect on *raw*.
	 */
	fields?: { mode: 'selected' | 'except'; names: readonly string[] };
	/**
	 * Leaves out turns of the system, from *conversation* and *turns*; the statistics count them
	 * still, and indexes stay those of the history as delivered. Default: false.
	 */
	leaveOutSystemTurns?: boolean;
	/** Words of the user's own for `outcome`. Default: none. */
	outcomeRules?: readonly OutcomeRule[];
} & CallSideOptions;

/**
 * The items of one conversation for the selected output: one, or for turns and tool calls as many as
 * there are, which may be none. Plain JSON throughout. What is flat, turns and tool calls hold U+FFFD
 * for U+0000, which databases reject.
 *
 * @param whole what came, for *raw*: the whole event, or the record alone
 */
export function buildOutputItems(
	output: Output,
	conversation: Conversation,
	whole: UnknownObject,
	options: OutputOptions = {},
): JsonObject[] {
	return [...listOutputItems(output, conversation, whole, options)];
}

/** {@link buildOutputItems}, each item built when it is asked for. */
export function* listOutputItems(
	output: Output,
	conversation: Conversation,
	whole: UnknownObject,
	options: OutputOptions,
): Generator<JsonObject> {
	const { fields } = options;
	const shown = applyStatements(hideSessionToken(conversation), options);
	const select = (item: JsonObject) => selectFields(item, fields);
	const selectFlat = (item: JsonObject) => select(replaceNullCharacters(item));
	switch (output) {
		case 'conversation':
			yield select(trimHistory(shown, options));
			break;
		case 'simplified':
			yield selectFlat(buildSimplified(shown));
			break;
		case 'flat':
			yield selectFlat(buildFlat(shown));
			break;
		case 'turns': {
			const named = fields?.mode === 'selected' ? fields.names : [];
			for (const item of buildTurnItems(shown, named)) {
				if (isWanted(item)) yield selectFlat(item);
			}
			break;
		}
		case 'toolCalls':
			for (const item of buildToolCallItems(shown)) yield selectFlat(item);
			break;
		case 'raw':
			yield copyWhole(whole);
			break;
	}

	function isWanted({ role }: JsonObject): boolean {
		if (!options.leaveOutSystemTurns) return true;
		return groupSpeaker(typeof role === 'string' ? role : null) !== 'system';
	}
}

/** What the user states of the call counts, also if the conversation says otherwise. */
export function applyStatements(conversation: Conversation, options: OutputOptions): Conversation {
	const { customerNumber, outcomeRules = [] } = options;
	const direction = options.direction ?? conversation.direction ?? undefined;
	const isStated = options.direction !== undefined || customerNumber !== undefined;
	return {
		...conversation,
		...(isStated && findCallSides(conversation, { direction, customerNumber })),
		...(outcomeRules.length > 0 && { outcome: decideOutcome(conversation, outcomeRules) }),
	};
}

function trimHistory(conversation: Conversation, options: OutputOptions): Conversation {
	if (!options.leaveOutSystemTurns) return conversation;
	const trim = (turns: Conversation['history']) =>
		turns?.filter((turn) => groupSpeaker(turn.role) !== 'system') ?? null;
	return {
		...conversation,
		history: trim(conversation.history),
		synthesized_chat_history: trim(conversation.synthesized_chat_history),
	};
}

function selectFields(item: JsonObject, fields: OutputOptions['fields']): JsonObject {
	if (fields === undefined) return item;
	const names = new Set(fields.names);
	const selected: JsonObject = {};
	for (const [key, value] of Object.entries(item)) {
		if (names.has(key) === (fields.mode === 'selected')) setOwn(selected, key, value);
	}
	return selected;
}

/** Nothing added, removed or renamed: the session token is in it, too. */
function copyWhole(whole: UnknownObject): JsonObject {
	const copy: JsonValue | undefined = copyJson(whole);
	return isJsonObject(copy) ? copy : {};
}

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
	return isObject(value);
}

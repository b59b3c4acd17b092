import * as z from 'zod/v4-mini';
import type { JsonObject, JsonValue } from '../json';
import { type Conversation, conversationSchema } from './conversation';
import {
	boolean,
	declare,
	figure,
	listFields,
	type ObjectSchema,
	PERSONAL_JSON_TEXT,
	PERSONAL_TEXT,
	text,
	WITH_NUMBERS,
} from './declare-field';
import { findOriginMs, findTurnMs, toOffsetSeconds } from './find-origin';
import { findToolName, hasFailed, listToolCalls, readToolOutput } from './tool-calls';
import { turnMetricsSchema, turnSchema } from './turn';

const { agent_title, started_at, customer_number, outcome } = conversationSchema.shape;

const itemHeadSchema = z.object({
	conversation_id: text("The conversation's id."),
	agent_title,
	started_at,
	customer_number,
	outcome,
});

export const turnItemSchema = z.object({
	...itemHeadSchema.shape,
	turn_index: declare(
		z.number(),
		'Place in the history, from 0; entries that are not objects do not count.',
	),
	offset_seconds: figure(
		'Seconds from the start of the recording until the turn began; `null` if no time is known.',
	),
});

const ALWAYS: readonly string[] = ['role', 'content'];

/**
 * One item for each turn. All have the same columns, `null` or `{}` where the turn has no value. A column
 * that no turn has is left out, except {@link ALWAYS} and {@link turnItemSchema}.
 * @param named fields of a turn that are columns even if no turn has them
 */
export function* buildTurnItems(
	conversation: Conversation,
	named: readonly string[] = [],
): Generator<JsonObject & z.infer<typeof turnItemSchema>> {
	const turns = conversation.history ?? [];
	const head = buildItemHead(conversation);
	const originMs = findOriginMs(conversation);
	const noMetrics = listNulls(turnMetricsSchema, listKeys(turns.map(({ metrics }) => metrics)));
	const sent = listKeys(turns);
	if (Object.keys(noMetrics).length === 0) sent.delete('metrics');
	const noFields = listNulls(turnSchema, new Set([...ALWAYS, ...named, ...sent]));
	if ('additional_fields' in noFields) noFields.additional_fields = {};
	for (const [turn_index, turn] of turns.entries()) {
		const { metrics, ...fields } = turn;
		yield {
			...head,
			turn_index,
			offset_seconds: toOffsetSeconds(findTurnMs(turn), originMs),
			...noFields,
			...fields,
			...('metrics' in noFields && { metrics: { ...noMetrics, ...metrics } }),
		};
	}
}

function listKeys(objects: readonly object[]): Set<string> {
	const names = new Set<string>();
	for (const object of objects) for (const name of Object.keys(object)) names.add(name);
	return names;
}

/** `null` under these names, in the schema's order. */
function listNulls(schema: ObjectSchema, names: ReadonlySet<string>): JsonObject {
	const listed = listFields(schema).filter(({ name }) => names.has(name));
	return Object.fromEntries(listed.map(({ name }): [string, JsonValue] => [name, null]));
}

export const toolCallItemSchema = z.object({
	...itemHeadSchema.shape,
	tool_call_id: text('Connects output and call.'),
	tool_name: text('Name of the tool.', WITH_NUMBERS),
	tool_arguments: declare(
		z.custom<JsonValue>(),
		'Arguments of the call, parsed; `null` if there are none or if they are not JSON.',
		PERSONAL_TEXT,
	),
	tool_arguments_json: text('Arguments of the call as delivered.', PERSONAL_JSON_TEXT),
	tool_output: text(
		'What the tool answered; `null` if no output is in the history.',
		PERSONAL_JSON_TEXT,
	),
	tool_is_error: boolean('Whether the tool failed; `null` if the service did not say.'),
	offset_seconds: figure('Seconds from the start of the recording until the call.'),
	call_turn_index: figure(
		'Place of the call in the history, from 0, as `turn_index`; `null` if only the output is there.',
	),
	output_turn_index: figure('Place of the output in the history; `null` if there is none.'),
	called_at: text('When the entry of the call was created: ISO 8601, UTC.'),
	answered_at: text('When the entry of the output was created: ISO 8601, UTC.'),
});

/** Values of fields that the service did not send, which a turn lacks. */
const NOT_SENT = {
	tool_arguments: null,
	tool_arguments_json: null,
	tool_is_error: null,
	created_at: null,
};

export function* buildToolCallItems(
	conversation: Conversation,
): Generator<z.infer<typeof toolCallItemSchema>> {
	const head = buildItemHead(conversation);
	const originMs = findOriginMs(conversation);
	for (const turns of listToolCalls(conversation.history ?? [])) {
		const { call, output } = turns;
		const called = { ...NOT_SENT, ...call?.turn };
		const answer = { ...NOT_SENT, ...output?.turn };
		const { turn: first } = call ?? output;
		yield {
			...head,
			tool_call_id: first.tool_call_id ?? null,
			tool_name: findToolName(turns),
			tool_arguments: called.tool_arguments,
			tool_arguments_json: called.tool_arguments_json,
			tool_output: output && readToolOutput(output.turn),
			tool_is_error: hasFailed(turns) || (answer.tool_is_error ?? called.tool_is_error),
			offset_seconds: toOffsetSeconds(findTurnMs(first), originMs),
			call_turn_index: call && call.index,
			output_turn_index: output && output.index,
			called_at: called.created_at,
			answered_at: answer.created_at,
		};
	}
}

/** A longer text is `null`: every item repeats the text. */
const MAX_REPEATED_CHARACTERS = 256;

function buildItemHead(conversation: Conversation): z.infer<typeof itemHeadSchema> {
	return {
		conversation_id: conversation.id,
		agent_title: dropLong(conversation.agent_title),
		started_at: dropLong(conversation.started_at),
		customer_number: dropLong(conversation.customer_number),
		outcome: dropLong(conversation.outcome),
	};
}

function dropLong(value: string | null): string | null {
	return value !== null && value.length > MAX_REPEATED_CHARACTERS ? null : value;
}

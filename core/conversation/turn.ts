import * as z from 'zod/v4-mini';
import type { JsonValue } from '../json';
import {
	BOOLEAN,
	declare,
	type FieldFacts,
	MOMENT,
	NUMBER,
	PERSONAL_JSON_TEXT,
	PERSONAL_TEXT,
	STRING,
	WITH_NUMBERS,
} from './declare-field';

const turnText = (description: string, facts?: FieldFacts) =>
	declare(z.optional(STRING), description, facts);
const turnMoment = (description: string) => turnText(description, MOMENT);
const number = (description: string) => declare(z.optional(NUMBER), description);
const turnFlag = (description: string) => declare(z.optional(BOOLEAN), description);

/** Part 2.6 of the interface document. */
export const turnMetricsSchema = z.object({
	started_speaking_at: turnMoment('When the speaker began: ISO 8601, UTC.'),
	stopped_speaking_at: turnMoment('When the speaker ended: ISO 8601, UTC.'),
	transcription_delay: number('Delay of the speech recognition; unit not documented.'),
	end_of_turn_delay: number('Delay until the turn counted as ended; unit not documented.'),
	on_user_turn_completed_delay: number(
		"Time spent in the hook after the user's turn; unit not documented.",
	),
	llm_node_ttft: number("Time to the language model's first token; unit not documented."),
	tts_node_ttfb: number('Time to the first byte of speech; unit not documented.'),
	e2e_latency: number("From the end of the user's turn to the agent's voice; unit not documented."),
});

/** An entry of the history (part 2.6): the fields with a value, and always `metrics`. */
export const turnSchema = z.object({
	role: turnText('Who spoke. Sample value: `System`.', WITH_NUMBERS),
	content: turnText(
		'What was said, as text. A list of texts, or of parts with `text` or `transcript`, is read as one text, one line each.',
		{ ...PERSONAL_TEXT, isLines: true },
	),
	kind: turnText('What sort of entry this is. Sample value: `Message`.'),
	id: turnText("The entry's id; its format is not documented."),
	created_at: turnMoment('When the entry was created: ISO 8601, UTC.'),
	interrupted: turnFlag('Whether the speaker was interrupted.'),
	transcript_confidence: number('How sure the speech recognition was; unit not documented.'),
	metrics: declare(
		turnMetricsSchema,
		'When the turn was spoken, and how long each stage took; empty if nothing was sent.',
	),
	tool_name: turnText('Name of the tool called.', WITH_NUMBERS),
	tool_call_id: turnText("Connects a tool's output with its call."),
	tool_arguments_json: turnText(
		'The arguments of the call as JSON text, unchanged.',
		PERSONAL_JSON_TEXT,
	),
	tool_arguments: declare(
		z.optional(z.custom<JsonValue>()),
		'`tool_arguments_json` parsed, or the object that came in its place; missing if the text is not JSON. `parse_issues` then says so.',
		{ ...PERSONAL_TEXT, isDerived: true, parsedFrom: 'tool_arguments_json' },
	),
	tool_output: turnText('What the tool answered, as text.', PERSONAL_JSON_TEXT),
	tool_is_error: turnFlag('Whether the tool failed.'),
	handoff_to_agent_id: turnText('The agent that took over; its format is not documented.'),
	instructions: turnText('Instructions given to the agent at this point.', PERSONAL_TEXT),
	tools_added: declare(
		z.optional(z.array(STRING)),
		'Names of the tools the agent was given at this point.',
	),
	additional_fields: declare(
		z.optional(z.record(STRING, z.custom<JsonValue>())),
		'Data of this entry without a field above, with its names and nesting; missing if there is none.',
		{ ...PERSONAL_TEXT, isDerived: true },
	),
	offset_seconds: declare(
		z.optional(NUMBER),
		'Seconds from the start of the recording until the turn began. Only in `history`, and if a time is known.',
		{ isDerived: true, isKept: true },
	),
});

export type Turn = z.infer<typeof turnSchema>;

const MAX_ROLE_CHARACTERS = 100;
const ROLE_PREFIX = /^\s*(?:[a-z_]\w*\.)*(?:role_)?(?=\w)/i;

/** The word of a role that an enumeration writes: `SYSTEM` of `ChatRole.SYSTEM` and of `ROLE_SYSTEM`. */
export function readRoleWord(role: string): string {
	return role.length > MAX_ROLE_CHARACTERS ? role : role.replace(ROLE_PREFIX, '');
}

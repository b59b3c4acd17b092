import * as z from 'zod/v4-mini';
import type { JsonValue } from '../json';
import {
	boolean,
	declare,
	type FieldFacts,
	figure,
	PERSONAL_TEXT,
	STRING,
	text,
	WITH_NUMBERS,
} from './declare-field';

/** Fields of the sender's choice. */
export const freeFields = (description: string, facts: FieldFacts) =>
	declare(z.nullable(z.record(STRING, z.custom<JsonValue>())), description, facts);

/** Outcome of an agent test: parts 2.7 and 3 of the interface document. */
export const testEvalResultSchema = z.object({
	success: boolean('Whether the agent passed.'),
	reasons: declare(z.nullable(z.array(STRING)), 'Why.', PERSONAL_TEXT),
	completion_reason: text('Why the test ended. Sample value: `StepsExhausted`.'),
});

/** Invitation of a human operator: parts 2.8 and 3. */
export const operatorInviteSchema = z.object({
	invite_call_id: text("UUID of the operator's call.", { columns: 'operator_invite_call_id' }),
	status: text('State of the invitation. Sample value: `Dialing`.'),
	reason: text('Why the operator was invited, or why it failed: not documented.', PERSONAL_TEXT),
});

export const roomMetadataSchema = z.object({
	failed: boolean('Whether the room failed.'),
	skip_composite_egress: boolean('Whether no mixed recording was made.', {
		nameInB: 'skipCompositeEgress',
	}),
	error: text("The room's error.", WITH_NUMBERS),
	operator_invite: declare(operatorInviteSchema, 'Invitation of a human operator.', {
		isOnlyInA: true,
		columns: 'operator_invite',
	}),
});

/** One setting of the synthetic user's voice: part 2.5. */
export const voiceSettingSchema = z.object({
	name: text('Name of the setting.'),
	value: declare(z.custom<JsonValue>(), 'Its value, any JSON.', PERSONAL_TEXT),
	additional_fields: freeFields('What else came with the setting.', {
		...PERSONAL_TEXT,
		isDerived: true,
	}),
});

/** Figures of a latency. If no turn has that latency, `count` is 0 and the other figures are `null`. */
export const latencyStatisticsSchema = z.object({
	count: figure('How many turns have the figure.'),
	median: figure('Middle value; of an even number, the mean of the two in the middle.'),
	p95: figure('95th percentile by nearest rank.'),
	maximum: figure('Largest value.'),
});

/** A count is never `null` in a record. An item, such as one of Flat, may lack both the count and the turns. */
export const conversationStatisticsSchema = z.object({
	turn_count: figure('Entries of the history.'),
	turn_count_by_role: declare(
		z.object({
			user: figure('Turns of the user.'),
			agent: figure('Turns of the agent.'),
			system: figure('Turns of the system.'),
			other: figure('Turns of tools, of unknown roles and without a role.'),
		}),
		'Entries of each kind of speaker: `user`, `agent`, `system` and `other`; roles are compared without regard to case.',
		{ columns: 'statistics_turn_count' },
	),
	tool_call_count: figure('Tool calls, including outputs whose call is not in the history.'),
	tool_error_count: figure('Tool calls that failed, as the call or its output says.'),
	interruption_count: figure('Turns in which the speaker was interrupted.'),
	speaking_seconds_by_role: declare(
		z.object({
			user: figure('Seconds in which the user spoke.'),
			agent: figure('Seconds in which the agent spoke.'),
		}),
		'Seconds of speech of `user` and `agent`, from `started_speaking_at` and `stopped_speaking_at`; `null` if no turn of that speaker has both.',
		{ columns: 'statistics_speaking_seconds' },
	),
	has_recording: boolean(
		'Whether there is a recording: `has_audio` is true, or there is any audio URL; `null` if what came cannot be read.',
	),
	latency: declare(
		latencyStatisticsSchema,
		'Figures of `e2e_latency`, in the unit the service uses: none is documented.',
		{ columns: 'statistics_latency' },
	),
});

export const outcomeReasonSchema = z.object({
	rule: figure('Its place among the rules, from 1.'),
	turn_index: figure(
		'The turn that fits, from 0 in the whole history; for a tool, the turn of the call. `null` for a field of the head.',
	),
});

export const deliverySchema = z.object({
	status: text('Always `accepted`, except in the output Discarded.', { columns: null }),
	method: text('What was checked, such as `jwt`; `null` if there was nothing to check.'),
	valid: boolean('Whether the checks succeeded; `null` if nothing could be decided.'),
	reason: text('Why `valid` is not true, as a stable code.'),
	issuer: text('`iss` of the token.'),
	client: text('`azp` of the token, else `client_id`, `appid` or `cid`.'),
	subject: text('`sub` of the token.'),
	audience: declare(z.nullable(z.array(STRING)), '`aud` of the token.'),
	envelope: freeFields(
		'Fields of the event beside `event` and `data`, up to 16 kB; `null` if there are none.',
		{ ...PERSONAL_TEXT, columns: null },
	),
});

/** Names a place in the record without its value, which may be personal. */
export const parseIssueSchema = z.object({
	path: declare(
		z.string(),
		'Path in the record, with the names as delivered: `history[3].metrics.e2e_latency`. For a URL parameter, `url_parameters[*]`: its name may be personal.',
		WITH_NUMBERS,
	),
	expected: declare(
		z.string(),
		'The documented type, such as `string` or `ISO 8601 time`. Or the documented name, if it came under another: `the name agent_title`. Or a limit: `at most 1,000 URL parameters`.',
	),
	received: declare(
		z.string(),
		'The JSON type that came, maybe with names of fields or what is wrong; `more` for what is left out above a limit.',
	),
});

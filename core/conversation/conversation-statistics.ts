import * as z from 'zod/v4-mini';
import { declare } from './declare-field';

const number = (description: string) => declare(z.number(), description);
const figure = (description: string) => declare(z.nullable(z.number()), description);

/** Figures of a latency, each `null` if no turn has it. */
export const latencyStatisticsSchema = z.object({
	count: number('How many turns have the figure.'),
	median: figure('Middle value; of an even number, the mean of the two in the middle.'),
	p95: figure('95th percentile by nearest rank.'),
	maximum: figure('Largest value.'),
});

export type LatencyStatistics = z.infer<typeof latencyStatisticsSchema>;

const turnCountsSchema = z.object({
	user: number('Turns of the user.'),
	agent: number('Turns of the agent.'),
	system: number('Turns of the system.'),
	other: number('Turns of tools, of unknown roles and without a role.'),
});

/** Who speaks, as far as the role tells. `other` holds tools, unknown roles and turns without one. */
export type SpeakerGroup = keyof z.infer<typeof turnCountsSchema>;

/** What is worked out from a conversation; nothing of it is part of the interface document. */
export const conversationStatisticsSchema = z.object({
	turn_count: number('Entries of the history.'),
	turn_count_by_role: declare(
		turnCountsSchema,
		'Entries of each kind of speaker: `user`, `agent`, `system` and `other`; roles are compared without regard to case.',
		{ columns: 'statistics_turn_count' },
	),
	tool_call_count: number('Tool calls, including outputs whose call is not in the history.'),
	tool_error_count: number('Tool calls whose output says that they failed.'),
	interruption_count: number('Turns in which the speaker was interrupted.'),
	speaking_seconds_by_role: declare(
		z.object({
			user: figure('Seconds in which the user spoke.'),
			agent: figure('Seconds in which the agent spoke.'),
		}),
		'Seconds of speech of `user` and `agent`, from `started_speaking_at` and `stopped_speaking_at`; `null` if no turn of that speaker has both.',
		{ columns: 'statistics_speaking_seconds' },
	),
	has_recording: declare(
		z.boolean(),
		'Whether there is a recording: `has_audio` is true, or there is any audio URL.',
	),
	latency: declare(
		latencyStatisticsSchema,
		'Figures of `e2e_latency`, in the unit the service uses: none is documented.',
		{ columns: 'statistics_latency' },
	),
});

export type ConversationStatistics = z.infer<typeof conversationStatisticsSchema>;

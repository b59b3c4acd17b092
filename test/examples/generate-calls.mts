import { createRandom } from '../../sandbox/conversations/random.mts';
import type { Sandbox } from '../../sandbox/types.mts';

/** A call whose numbers are known. */
export interface KnownCall {
	id: string;
	agentId: string;
	agent: string;
	/** ISO 8601, UTC. */
	startedAt: string;
	outcome: 'completed' | 'failed' | 'no_answer';
	/** Seconds of each of the agent's responses. */
	latencies: number[];
	failedTools: number;
	userSeconds: number;
	agentSeconds: number;
	prompt: string | null;
	tools: string[];
}

const DAY_MS = 86_400_000;

/** Each of the last 14 days before today, as days ago. */
export const twoWeeks = Array.from({ length: 14 }, (_, index) => 14 - index);

/**
 * Calls of one agent on these days (1 is yesterday): the first of a day at its first moment, a second one
 * at its last. The same seed gives the same numbers.
 */
export function generateCalls(
	seed: number,
	describeAgent: (
		daysAgo: number,
	) => Pick<KnownCall, 'agentId' | 'agent' | 'prompt'> & { badShare: number },
	days: number[] = twoWeeks,
): KnownCall[] {
	const { chance, decimal, integer } = createRandom(seed);
	const today = new Date().setUTCHours(0, 0, 0, 0);
	return days.map((daysAgo, position): KnownCall => {
		const { badShare, ...agent } = describeAgent(daysAgo);
		const index = days.indexOf(daysAgo) < position ? 1 : 0;
		const isBad = chance(badShare);
		const outcome = isBad ? (chance(0.5) ? 'no_answer' : 'failed') : 'completed';
		const isAnswered = outcome !== 'no_answer';
		return {
			...agent,
			id: `call-${seed}-${daysAgo}-${index}`,
			startedAt: new Date(today - daysAgo * DAY_MS + index * (DAY_MS - 1)).toISOString(),
			outcome,
			latencies: Array.from({ length: isAnswered ? integer(2, 4) : 1 }, () => decimal(0.5, 3, 3)),
			failedTools: isAnswered && chance(0.3) ? 2 : 0,
			userSeconds: isAnswered ? integer(1, 9) : 0,
			agentSeconds: integer(2, 10),
			// Another order is no other agent.
			tools: index === 0 ? ['book', 'cancel'] : ['cancel', 'book'],
		};
	});
}

/** A record as the service sends it. */
export function writeRecord(sandbox: Sandbox, call: KnownCall): Record<string, unknown> {
	const at = (seconds: number) =>
		new Date(Date.parse(call.startedAt) + seconds * 1000).toISOString();
	const spoken = (from: number, seconds: number) => ({
		started_speaking_at: at(from),
		stopped_speaking_at: at(from + seconds),
	});
	const message = (role: string, content: string, more: object = {}) => ({
		...{ role, kind: 'Message', content },
		...more,
	});
	const { prompt, tools } = call;
	const history = [
		...(prompt === null
			? []
			: [message('System', prompt, { instructions: prompt, tools_added: tools })]),
		...call.latencies.map((e2e_latency, index) => {
			const metrics = { e2e_latency, ...(index === 0 && spoken(0, call.agentSeconds)) };
			return message('Assistant', `Line ${index}`, { metrics });
		}),
		...(call.outcome === 'no_answer'
			? []
			: [message('User', 'Hello', { metrics: spoken(60, call.userSeconds) })]),
		...Array.from({ length: call.failedTools }, (_, index) => `call_${index}`).flatMap(
			(tool_call_id) => [
				{ kind: 'FunctionCall', tool_name: 'book', tool_call_id },
				{ kind: 'FunctionCallOutput', tool_call_id, tool_is_error: true },
			],
		),
	];
	return sandbox.createRecord({
		...{ withCampaign: false, withRecording: false },
		overrides: {
			...{ id: call.id, agent_id: call.agentId, agent_title: call.agent },
			...{ started_at: call.startedAt, history },
			error_message: call.outcome === 'completed' ? null : 'The line was cut.',
		},
	});
}

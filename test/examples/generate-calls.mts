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

/** The same numbers for the same seed, from 0 up to 1. */
function createRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
		return state / 2 ** 32;
	};
}

/** Calls of one agent, `perDay` on each of the days before today (1 is yesterday), the first days ago first. */
export function generateCalls(
	seed: number,
	days: readonly number[],
	perDay: number,
	agent: (
		daysAgo: number,
	) => Pick<KnownCall, 'agentId' | 'agent' | 'prompt'> & { badShare: number },
): KnownCall[] {
	const random = createRandom(seed);
	const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
	return days.flatMap((daysAgo) =>
		Array.from({ length: perDay }, (_, index): KnownCall => {
			const { badShare, ...ofAgent } = agent(daysAgo);
			const luck = random();
			const outcome = luck < badShare / 2 ? 'no_answer' : luck < badShare ? 'failed' : 'completed';
			const count = outcome === 'no_answer' ? 1 : 2 + Math.floor(random() * 3);
			return {
				...ofAgent,
				id: `call-${seed}-${daysAgo}-${index}`,
				// From the first moment of a day to the last.
				startedAt: new Date(
					today - daysAgo * DAY_MS + Math.round((index / Math.max(1, perDay - 1)) * (DAY_MS - 1)),
				).toISOString(),
				outcome,
				latencies: Array.from({ length: count }, () => Math.round(500 + random() * 2500) / 1000),
				failedTools: outcome === 'no_answer' || random() < 0.7 ? 0 : 2,
				userSeconds: outcome === 'no_answer' ? 0 : 1 + Math.floor(random() * 9),
				agentSeconds: 2 + Math.floor(random() * 9),
				// Another order is no other agent.
				tools: index % 2 === 0 ? ['book', 'cancel'] : ['cancel', 'book'],
			};
		}),
	);
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

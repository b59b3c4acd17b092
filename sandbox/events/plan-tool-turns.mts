import type { Random } from './create-random.mts';
import type { PlannedTurn } from './planned-turn.mts';
import type { Scenario } from './scenarios.mts';

/** A tool's call and its output: two turns that share a call id. */
export function planToolTurns(
	random: Random,
	scenario: Scenario,
	afterMs: number,
	mayFail: boolean,
): [PlannedTurn, PlannedTurn] {
	const tool = random.pick(scenario.tools);
	const callId = `call_${random.hex(16)}`;
	const calledAtMs = afterMs + random.integer(300, 900);
	const isError = mayFail && random.chance(0.2);
	return [
		{
			role: 'Assistant',
			kind: 'FunctionCall',
			id: `item_${random.hex(12)}`,
			createdAtMs: calledAtMs,
			tool: {
				name: tool.name,
				callId,
				argumentsJson: JSON.stringify(tool.toolArguments),
			},
		},
		{
			role: 'Tool',
			kind: 'FunctionCallOutput',
			id: `item_${random.hex(12)}`,
			createdAtMs: calledAtMs + random.integer(80, 1500),
			tool: {
				name: tool.name,
				callId,
				output: isError ? tool.failure : tool.output,
				isError,
			},
		},
	];
}

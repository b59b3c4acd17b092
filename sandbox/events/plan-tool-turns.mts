import type { Random } from './create-random.mts';
import type { PlannedTurn } from './planned-turn.mts';

/** A tool's call and its output: two turns that share a call id. `run` tells what came of it. */
export function planToolTurns(
	random: Random,
	tool: { name: string; toolArguments: Record<string, unknown> },
	afterMs: number,
	run: () => { output: string; isError: boolean },
): [PlannedTurn, PlannedTurn] {
	const { name } = tool;
	const callId = `call_${random.hex(16)}`;
	const calledAtMs = afterMs + random.integer(300, 900);
	const { output, isError } = run();
	return [
		{
			role: 'Assistant',
			kind: 'FunctionCall',
			id: `item_${random.hex(12)}`,
			createdAtMs: calledAtMs,
			tool: { name, callId, argumentsJson: JSON.stringify(tool.toolArguments) },
		},
		{
			role: 'Tool',
			kind: 'FunctionCallOutput',
			id: `item_${random.hex(12)}`,
			createdAtMs: calledAtMs + random.integer(80, 1500),
			tool: { name, callId, output, isError },
		},
	];
}

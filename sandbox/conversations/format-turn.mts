import type { PlannedTurn } from './plan-turns.mts';

export const isoDate = (milliseconds: number) => new Date(milliseconds).toISOString();

/** A history entry as part 2.6 has it. Fields that say nothing about the turn are left out. */
export function formatTurn(turn: PlannedTurn, agentJoinedAtMs: number): Record<string, unknown> {
	const { speech, tool } = turn;
	return withoutUndefined({
		role: turn.role,
		content: turn.content,
		kind: turn.kind,
		id: turn.id,
		created_at: isoDate(agentJoinedAtMs + turn.createdAtMs),
		interrupted: turn.interrupted,
		transcript_confidence: turn.transcriptConfidence,
		metrics: speech && {
			started_speaking_at: isoDate(agentJoinedAtMs + speech.startMs),
			stopped_speaking_at: isoDate(agentJoinedAtMs + speech.stopMs),
			...turn.delays,
		},
		tool_name: tool?.name,
		tool_call_id: tool?.callId,
		tool_arguments_json: tool?.argumentsJson,
		tool_output: tool?.output,
		tool_is_error: tool?.isError,
		handoff_to_agent_id: turn.handoffToAgentId,
		instructions: turn.instructions,
		tools_added: turn.toolsAdded,
	});
}

export const withoutUndefined = (fields: Record<string, unknown>) =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

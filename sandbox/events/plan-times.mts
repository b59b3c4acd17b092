import type { PlannedTurn } from './planned-turn.mts';

export type ConversationTimes = ReturnType<typeof planTimes>;

/** Moments in milliseconds since the epoch, counted back from the end. */
export function planTimes(turns: readonly PlannedTurn[], endedAtMs: number) {
	const lastMs = turns.reduce(
		(latest, turn) => Math.max(latest, turn.speech?.stopMs ?? turn.createdAtMs),
		0,
	);
	const agentJoinedAtMs = endedAtMs - 750 - lastMs;
	const recordingStartedAtMs = agentJoinedAtMs - 420;
	const startedAtMs = agentJoinedAtMs - 900;
	return {
		createdAtMs: startedAtMs - 1800,
		startedAtMs,
		recordingStartedAtMs,
		agentJoinedAtMs,
		endedAtMs,
		updatedAtMs: endedAtMs + 1200,
		durationSeconds: (endedAtMs - startedAtMs) / 1000,
	};
}

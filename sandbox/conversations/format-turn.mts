import type { PlannedTurn } from './plan-turns.mts';

export const isoDate = (milliseconds: number) => new Date(milliseconds).toISOString();

/** A history entry as part 2.6 has it. Fields that say nothing about the turn are left out. */
export function formatTurn(turn: PlannedTurn, agentJoinedAtMs: number): Record<string, unknown> {
	const { entry, createdAtMs, speech, delays } = turn;
	const { role, content, kind, id, ...more } = entry;
	return withoutUndefined({
		...{ role, content, kind, id },
		created_at: isoDate(agentJoinedAtMs + createdAtMs),
		...more,
		metrics: speech && {
			started_speaking_at: isoDate(agentJoinedAtMs + speech.startMs),
			stopped_speaking_at: isoDate(agentJoinedAtMs + speech.stopMs),
			...delays,
		},
	});
}

export const withoutUndefined = (fields: Record<string, unknown>) =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

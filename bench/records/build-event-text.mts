import { turnSchema } from '../../core/conversation/turn.ts';
import { createRecord } from '../../sandbox/conversations/create-record.mts';
import { changeTurns } from '../../sandbox/dialects/rewrite.mts';

/** How fields that a turn lacks come: they are missing, or sent as null. */
export const SPELLINGS = ['missing', 'null'] as const;
export type Spelling = (typeof SPELLINGS)[number];

const endedAtMs = Date.parse('2026-11-03T09:17:30Z');

// What core adds to a turn is never sent.
const sentNames = Object.keys(turnSchema.shape).filter(
	(name) => !['tool_arguments', 'additional_fields'].includes(name),
);
const emptyTurn = Object.fromEntries(sentNames.map((name) => [name, null]));

/** A ConversationComplete event of shape A as JSON text, made up by the sandbox. */
export function buildEventText(turns: number, spelling: Spelling): string {
	const { record } = createRecord(
		{ seed: turns, endedAtMs, options: { turns } },
		{ baseUrl: 'https://media.example.com', nowMs: endedAtMs },
	);
	const complete = (turn: object) => ({ ...emptyTurn, ...turn });
	const data = spelling === 'null' ? changeTurns(record, complete) : record;
	return JSON.stringify({ event: 'ConversationComplete', data });
}

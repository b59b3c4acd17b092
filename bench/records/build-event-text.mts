// Conversations for the benchmark: of the make-up that a voice agent's history has, seeded.
import { createRandom } from '../../sandbox/conversations/random.mts';
import record from './record.json' with { type: 'json' };

/** How fields that a turn lacks come: they are missing, or sent as null. */
export const SPELLINGS = ['missing', 'null'] as const;
export type Spelling = (typeof SPELLINGS)[number];

type BenchTurn = Record<string, unknown>;

const WORDS =
	'yes well the appointment on Monday morning would be fine but I need to ask my colleague whether the invoice has been paid'.split(
		' ',
	);

/** A ConversationComplete event of shape A as JSON text. */
export function buildEventText(turnCount: number, spelling: Spelling): string {
	const { chance, integer, pick, decimal } = createRandom(turnCount);
	const seconds = () => decimal(0, 1, 6);
	const startMs = Date.UTC(2026, 10, 3, 9, 15);
	let nowMs = startMs;
	const iso = (ms: number) => new Date(ms).toISOString();
	const say = () => Array.from({ length: integer(4, 25) }, () => pick(WORDS)).join(' ');
	const history: BenchTurn[] = [];
	const add = (turn: BenchTurn) =>
		history.push(spelling === 'null' ? { ...record.emptyTurn, ...turn } : turn);
	add({ role: 'System', content: say(), kind: 'Message', id: 'item_0', created_at: iso(nowMs) });
	while (history.length < turnCount) {
		const id = `item_${history.length.toString(16).padStart(12, '0')}`;
		const begin = nowMs;
		nowMs += integer(1500, 5500);
		const spoken = {
			content: say(),
			kind: 'Message',
			id,
			created_at: iso(nowMs),
			interrupted: chance(0.1),
		};
		const times = { started_speaking_at: iso(begin), stopped_speaking_at: iso(nowMs) };
		const kind = history.length % 10;
		if (kind === 7) {
			add({
				kind: 'FunctionCall',
				id,
				created_at: iso(nowMs),
				tool_name: 'find_appointment',
				tool_call_id: `call_${history.length}`,
				tool_arguments_json: JSON.stringify({ name: say(), date: '2026-11-09' }),
			});
		} else if (kind === 8) {
			add({
				kind: 'FunctionCallOutput',
				id,
				created_at: iso(nowMs),
				tool_name: 'find_appointment',
				tool_call_id: `call_${history.length - 1}`,
				tool_output: JSON.stringify({ found: true, note: say() }),
				tool_is_error: false,
			});
		} else if (kind % 2 === 0) {
			add({
				role: 'User',
				...spoken,
				transcript_confidence: seconds(),
				metrics: {
					...times,
					transcription_delay: seconds(),
					end_of_turn_delay: seconds(),
					on_user_turn_completed_delay: seconds() / 100,
				},
			});
		} else {
			add({
				role: 'Assistant',
				...spoken,
				metrics: {
					...times,
					llm_node_ttft: seconds(),
					tts_node_ttfb: seconds(),
					e2e_latency: seconds() * 2,
				},
			});
		}
	}
	return JSON.stringify({ event: 'ConversationComplete', data: { ...record.head, history } });
}

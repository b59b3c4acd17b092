// Conversations for the benchmark: of the make-up that a voice agent's history has, seeded.
import { createRandom } from '../../sandbox/conversations/random.mts';

/** How fields that a turn lacks come: they are missing, or sent as null. */
export const SPELLINGS = ['missing', 'null'] as const;
export type Spelling = (typeof SPELLINGS)[number];

type BenchTurn = Record<string, unknown>;

const EMPTY_TURN: BenchTurn = {
	role: null,
	content: null,
	kind: null,
	id: null,
	created_at: null,
	interrupted: null,
	transcript_confidence: null,
	metrics: null,
	tool_name: null,
	tool_call_id: null,
	tool_arguments_json: null,
	tool_output: null,
	tool_is_error: null,
	handoff_to_agent_id: null,
	instructions: null,
	tools_added: null,
};

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
		history.push(spelling === 'null' ? { ...EMPTY_TURN, ...turn } : turn);
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
	return JSON.stringify({ event: 'ConversationComplete', data: { ...HEAD, history } });
}

const uuid = (last: number) => `0b6a0c1e-6d1e-4c55-9d52-0a4c1f9f6a${String(last).padStart(2, '0')}`;

const HEAD = {
	id: uuid(1),
	agent_id: uuid(2),
	agent_title: 'Reception',
	status: 'Completed',
	created_at: '2026-11-03T09:14:58.100Z',
	updated_at: '2026-11-03T09:17:40.200Z',
	started_at: '2026-11-03T09:15:00.000Z',
	ended_at: '2026-11-03T09:17:30.000Z',
	duration_seconds: 150.5,
	error_message: null,
	called_by_id: null,
	called_by_name: null,
	language_id: uuid(4),
	locale_id: uuid(5),
	language_locale_code: 'en-GB',
	rtc_room_name: 'room-17',
	rtc_egress_id: 'EG_17',
	rtc_dispatch_id: 'AD_17',
	rtc_job_id: 'AJ_17',
	transcription_path: 'transcripts/17.json',
	has_audio: true,
	telecom_provider: 'ExampleTel',
	from_number: '+15550100',
	to_number: '+15550101',
	call_sid: 'CA17',
	test_run_id: null,
	test_id: null,
	test_status: null,
	test_eval_result: null,
	room_metadata: {
		failed: false,
		skip_composite_egress: false,
		error: null,
		operator_invite: null,
	},
	synthesized_user_tts_version_id: null,
	synthesized_user_tts_voice_id: null,
	synthesized_user_tts_additional_properties: null,
	synthesized_audio_path: null,
	synthesized_job_id: null,
	session_token: null,
	audio_url: 'https://media.example.com/17.wav?signature=abcdefghijklmnopqrstuvwxyz',
	audio_url_expires_at: '2026-11-03T10:17:30.000Z',
	agent_audio_url: 'https://media.example.com/17-agent.wav',
	user_raw_audio_url: 'https://media.example.com/17-user-raw.wav',
	user_cleaned_audio_url: 'https://media.example.com/17-user-cleaned.wav',
	synthesized_audio_url: null,
	synthesized_chat_history: null,
	agent_joined_at: '2026-11-03T09:15:01.000Z',
	recording_started_at: '2026-11-03T09:15:02.000Z',
	campaign_item_id: uuid(11),
	campaign_id: uuid(12),
	campaign_name: 'Autumn reminders',
	url_parameters: { utm_source: 'mail', ref: '42' },
};

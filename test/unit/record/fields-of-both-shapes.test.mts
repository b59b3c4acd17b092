import { parseRecord } from '../../../core/record/parse-record.ts';
import {
	buildFullRecordA,
	buildFullRecordB,
	type Json,
	type JsonRecord,
} from './build-full-record.mts';

/** Fields of parts 2.5 to 2.9: the path on the wire, and the path in the conversation where it differs. */
type Field = readonly [wire: string, canonical?: string];

const TURN: readonly string[] = [
	'role',
	'content',
	'kind',
	'id',
	'created_at',
	'interrupted',
	'transcript_confidence',
	'metrics.started_speaking_at',
	'metrics.stopped_speaking_at',
	'metrics.transcription_delay',
	'metrics.end_of_turn_delay',
	'metrics.on_user_turn_completed_delay',
	'metrics.llm_node_ttft',
	'metrics.tts_node_ttfb',
	'metrics.e2e_latency',
	'tool_name',
	'tool_call_id',
	'tool_arguments_json',
	'tool_output',
	'tool_is_error',
	'handoff_to_agent_id',
	'instructions',
	'tools_added',
];
const turnFields = (list: string): Field[] => TURN.map((name) => [`${list}.0.${name}`]);

const TEST_EVAL_RESULT: readonly Field[] = [
	['test_eval_result.success'],
	['test_eval_result.reasons'],
	['test_eval_result.completion_reason'],
];

const FIELDS_OF_A: readonly Field[] = [
	['id'],
	['agent_id'],
	['agent_title'],
	['status'],
	['created_at'],
	['updated_at'],
	['started_at'],
	['ended_at'],
	['duration_seconds'],
	['error_message'],
	['called_by_id'],
	['called_by_name'],
	['language_id'],
	['locale_id'],
	['language_locale_code'],
	['rtc_room_name'],
	['rtc_egress_id'],
	['rtc_dispatch_id'],
	['rtc_job_id'],
	['transcription_path'],
	['has_audio'],
	['telecom_provider'],
	['from_number'],
	['to_number'],
	['call_sid'],
	['test_run_id'],
	['test_id'],
	['test_status'],
	...TEST_EVAL_RESULT,
	['room_metadata.failed'],
	['room_metadata.skip_composite_egress'],
	['room_metadata.error'],
	['room_metadata.operator_invite.invite_call_id'],
	['room_metadata.operator_invite.status'],
	['room_metadata.operator_invite.reason'],
	['synthesized_user_tts_version_id'],
	['synthesized_user_tts_voice_id'],
	['synthesized_user_tts_additional_properties.0.name'],
	['synthesized_user_tts_additional_properties.0.value'],
	['synthesized_user_tts_additional_properties.2.value'],
	['synthesized_audio_path'],
	['synthesized_job_id'],
	['session_token'],
	...turnFields('history'),
	['audio_url'],
	['audio_url_expires_at'],
	['agent_audio_url'],
	['user_raw_audio_url'],
	['user_cleaned_audio_url'],
	['synthesized_audio_url'],
	...turnFields('synthesized_chat_history'),
	['agent_joined_at'],
	['recording_started_at'],
	['campaign_item_id'],
	['campaign_id'],
	['campaign_name'],
	['url_parameters'],
	['url_parameters.utm_source'],
];

const FIELDS_OF_B: readonly Field[] = [
	['session_id', 'id'],
	['agent_id'],
	['agent_name', 'agent_title'],
	['audio_url'],
	['audio_url_expires_at'],
	['created_at'],
	['start_time', 'started_at'],
	['agent_joined_at'],
	['duration_seconds'],
	...turnFields('history'),
	['telecom_provider'],
	['from_number'],
	['to_number'],
	['call_sid'],
	['campaign_item_id'],
	['campaign_id'],
	['campaign_name'],
	['url_parameters'],
	['url_parameters.utm_source'],
	['test_run_id'],
	['test_id'],
	['test_status'],
	...TEST_EVAL_RESULT,
	['room_metadata.failed'],
	['room_metadata.skipCompositeEgress', 'room_metadata.skip_composite_egress'],
	['room_metadata.error'],
	['status'],
	['error_message'],
];

const NOT_THERE = Symbol('not there');

function pick(value: unknown, path: string): unknown {
	let current: unknown = value;
	for (const key of path.split('.')) {
		if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) {
			return NOT_THERE;
		}
		current = Reflect.get(current, key);
	}
	return current;
}

function setAt(record: JsonRecord, path: string, value: Json | undefined): void {
	const keys = path.split('.');
	const last = keys.pop() ?? '';
	const parent = keys.length === 0 ? record : pick(record, keys.join('.'));
	if (typeof parent !== 'object' || parent === null) throw new Error(`no parent of ${path}`);
	if (value === undefined) Reflect.deleteProperty(parent, last);
	else Reflect.set(parent, last, value);
}

function convert(record: JsonRecord) {
	const parsed = parseRecord(record);
	if (!parsed.success) throw new Error(parsed.error.code);
	return parsed.conversation;
}

/** A value of the same type that no other field holds, so that a field read from elsewhere shows. */
function changeValue(value: unknown): Json {
	if (typeof value === 'boolean') return !value;
	if (typeof value === 'number') return value + 1000.5;
	if (typeof value === 'string' && value.startsWith('{')) return '{"changed":1}';
	if (typeof value === 'string') return `changed ${value}`;
	if (Array.isArray(value)) return ['changed'];
	return { changed: 'changed' };
}

describe.each([
	['A', buildFullRecordA, FIELDS_OF_A],
	['B', buildFullRecordB, FIELDS_OF_B],
] as const)('shape %s', (shape, build, fields) => {
	test('is told by its names', () => {
		expect(convert(build()).shape).toBe(shape);
	});

	test('a full record leaves nothing over and has no issues', () => {
		const conversation = convert(build());
		expect(conversation.additional_fields).toEqual({});
		expect(conversation.parse_issues).toEqual([]);
	});

	describe.each(fields.map(([wire, canonical]) => [wire, canonical ?? wire]))(
		'%s',
		(wire, canonical) => {
			test('comes out unchanged', () => {
				const sent = pick(build(), wire);
				expect(sent).not.toBe(NOT_THERE);
				expect(pick(convert(build()), canonical)).toEqual(sent);
			});

			test('is read from this field and no other', () => {
				const record = build();
				const changed = changeValue(pick(record, wire));
				setAt(record, wire, changed);
				expect(pick(convert(record), canonical)).toEqual(changed);
			});

			test('is null where it was not sent, null or missing', () => {
				for (const nothing of [null, undefined]) {
					const record = build();
					setAt(record, wire, nothing);
					const expected = canonical === 'url_parameters.utm_source' ? nothing : null;
					expect(pick(convert(record), canonical)).toBe(
						expected === undefined ? NOT_THERE : expected,
					);
				}
			});
		},
	);

	// A property's value may be anything, so that no type is wrong for it.
	const typed = fields.map(([wire]) => wire).filter((wire) => !/properties\.\d\.value$/.test(wire));
	test.each(typed)('%s of a wrong type costs this field alone, and is kept', (wire) => {
		const record = build();
		const sent = pick(record, wire);
		const wrong: Json = typeof sent === 'string' ? [{ wrong: 1 }] : 'wrong';
		setAt(record, wire, wrong);
		const conversation = convert(record);
		const path = wire.replace(/\.(\d+)\./g, '[$1].');
		expect(conversation.parse_issues).toEqual([
			{
				path,
				expected: expect.any(String),
				received: typeof sent === 'string' ? 'array' : 'string',
			},
		]);
		const place = /^(.+?\.\d+)\.(.*)$/.exec(wire);
		const kept =
			place === null
				? pick(conversation.additional_fields, wire)
				: pick(conversation, `${place[1]}.additional_fields.${place[2]}`);
		expect(kept).toEqual(wrong);
	});
});

test('an empty record has every key, and null at every leaf', () => {
	const conversation = convert({});
	const full = convert(buildFullRecordA());
	expect(Object.keys(conversation)).toEqual(Object.keys(full));
	for (const [path] of FIELDS_OF_A) {
		if (/\.\d+\.|^url_parameters\./.test(path)) continue;
		expect([path, pick(conversation, path)]).toEqual([path, null]);
	}
});

test('a turn without fields has every key of a full turn', () => {
	const keysOf = (history: Json) => {
		const [turn] = convert({ history }).history ?? [];
		return [Object.keys(turn ?? {}), Object.keys(turn?.metrics ?? {})];
	};
	const [full] = [keysOf(buildFullRecordA().history ?? null)];
	expect(keysOf([{}])).toEqual(full);
});

import fc from 'fast-check';

import type { JsonObject } from '../../../core/json.ts';
import { type Output, OUTPUTS } from '../../../core/conversation/outputs.ts';
import { maskNumbers } from '../../../core/conversation/personal-data.ts';
import { decideDelivery } from '../../../core/delivery/decide-delivery.ts';
import { parseItem, restoreTurns } from '../../../core/record/item.ts';
import { buildFullRecord, type Json, type JsonRecord } from '../../interface/build-sample.mts';
import { breakTypes } from '../record/mutate-record.mts';
import { buildOutputItems, convert, readConversation, readRecord } from './read-fixture.mts';

const builtOutputs = OUTPUTS.filter((output) => output !== 'raw');

/** What of a record says who called or what was said: read from the interface document by hand. */
const PERSONAL = [
	'from_number',
	'to_number',
	'called_by_name',
	'called_by_id',
	'url_parameters',
	'audio_url',
	'agent_audio_url',
	'user_raw_audio_url',
	'user_cleaned_audio_url',
	'synthesized_audio_url',
	'test_eval_result.reasons',
	'room_metadata.operator_invite.reason',
	...['history', 'synthesized_chat_history'].flatMap((list) =>
		['content', 'instructions', 'tool_arguments_json', 'tool_output', 'notes'].map(
			(name) => `${list}.*.${name}`,
		),
	),
	'notes',
];

function listAt(value: Json, path: readonly string[]): string[] {
	const [name, ...rest] = path;
	if (typeof value !== 'object' || value === null) {
		return name === undefined && typeof value === 'string' ? [value] : [];
	}
	return Object.entries(value)
		.filter(([key]) => name === undefined || name === '*' || key === name)
		.flatMap(([, inner]) => listAt(inner, rest));
}

/** The texts under the personal fields of a record. */
const listPersonal = (record: JsonRecord) =>
	PERSONAL.flatMap((path) => listAt(record, path.split('.')));

/** A full record, in which the service sends notes that are not documented. */
function withNotes(shape: 'A' | 'B'): JsonRecord {
	const record: JsonRecord = JSON.parse(JSON.stringify(buildFullRecord(shape)));
	const turns = Array.isArray(record.history) ? record.history : [];
	return {
		...record,
		url_parameters: { ...Object(record.url_parameters), 'jane.doe@example.com': 5 },
		notes: { of: ['Ada wants a refund'] },
		history: turns.map((turn) => Object.assign({}, turn, { notes: 'Ada is upset' })),
	};
}

function build(output: Output, record: JsonRecord, personalData: 'leaveOut' | 'maskNumbers') {
	return buildOutputItems(output, convert(record), record, { personalData });
}

describe('Leave Out', () => {
	/** The full record itself, now and then; else one with values of any type. */
	const fullOrBroken = (full: JsonRecord) =>
		fc.oneof(fc.constant(full), { weight: 20, arbitrary: breakTypes(full) });

	test.each(['A', 'B'] as const)('no personal value of shape %s is left, of any type', (shape) => {
		const full = withNotes(shape);
		const texts = ['jane.doe@example.com', ...listPersonal(full)];
		const personal = texts.map((text) => JSON.stringify(text).slice(1, -1));
		expect(personal.length).toBeGreaterThan(shape === 'A' ? 20 : 10);
		fc.assert(
			fc.property(fullOrBroken(full), (record) => {
				const json = builtOutputs
					.map((output) => JSON.stringify(build(output, record, 'leaveOut')))
					.join('');
				expect(personal.filter((text) => json.includes(text))).toEqual([]);
			}),
			{ numRuns: 5000 },
		);
	});

	test('outcome, times, durations, metrics and counts stay', () => {
		const kept = readConversation('shape-a-full');
		const record = readRecord('shape-a-full');
		const items = (output: Output) =>
			buildOutputItems(output, kept, record, { personalData: 'leaveOut' });
		const [conversation = {}] = items('conversation');
		expect(Object.keys(conversation)).toEqual(Object.keys(kept));
		const { outcome, answered, started_at, duration_seconds, statistics, campaign_name } = kept;
		expect(conversation).toMatchObject({
			...{ outcome, answered, started_at, duration_seconds, statistics, campaign_name },
			...{ from_number: null, customer_number: null, transcript: null, history: null },
			...{ audio_url: null, additional_fields: null },
		});
		expect(items('turns')).toHaveLength(kept.history?.length ?? 0);
		expect(items('turns')[1]).toMatchObject({
			role: 'Assistant',
			content: null,
			metrics: { e2e_latency: 0.9 },
		});
		expect(items('toolCalls')[1]).toMatchObject({
			tool_name: 'move_appointment',
			tool_is_error: true,
			tool_arguments: null,
			tool_output: null,
		});
		expect(items('flat')).toMatchObject([{ statistics_turn_count: 10, url_parameters: null }]);
	});

	test('what is left can be read again, and says that the history was left out', () => {
		const [item = {}] = build('conversation', withNotes('A'), 'leaveOut');
		const read = parseItem(item);
		expect(read).toMatchObject({ success: true, conversation: { history: null } });
		expect(restoreTurns(item)).toBeNull();
	});
});

const NUMBER = '+49 (30) 9018-2077';

/** Each text of the record is a sentence with a number, and the fields of numbers hold it alone. */
function fillWithNumbers(value: Json, name = ''): Json {
	if (typeof value === 'string') {
		if (/^(?:from|to)_number$/.test(name)) return NUMBER;
		if (/_room_name$/.test(name)) return `call-_+493090182077_x7`;
		if (name === 'tool_arguments_json') return JSON.stringify({ phone: NUMBER });
		const isText =
			/^(?:content|instructions|tool_output|called_by_name|notes|reason|reasons|error|error_message|utm_source|ref)$/;
		return isText.test(name) ? `Call ${NUMBER}, please` : value;
	}
	if (Array.isArray(value)) return value.map((element) => fillWithNumbers(element, name));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, fillWithNumbers(inner, key)]),
	);
}

describe('Mask Numbers', () => {
	const record = (shape: 'A' | 'B') => {
		const filled: JsonRecord = { raw_number: 493_090_182_077 };
		return Object.assign(filled, fillWithNumbers(withNotes(shape)));
	};

	test.each(['A', 'B'] as const)('leaves no number in any output of shape %s', (shape) => {
		fc.assert(
			fc.property(breakTypes(record(shape)), (broken) => {
				const json = builtOutputs
					.map((output) => JSON.stringify(build(output, broken, 'maskNumbers')))
					.join('');
				expect(json).not.toMatch(/9018\D?2077/);
			}),
			{ numRuns: 2000 },
		);
	});

	test.each([2, 3, 15])('masks a number in JSON text, %i texts deep', (count) => {
		let error_message = NUMBER;
		for (let index = 0; index < count; index += 1) {
			error_message = `${'['.repeat(990)}${JSON.stringify(error_message)}${']'.repeat(990)}`;
		}
		const body = { event: 'ConversationComplete', data: { id: '1', error_message } };
		for (const personalData of ['maskNumbers', 'leaveOut'] as const) {
			const output = { output: 'conversation', options: { personalData } } as const;
			const decided = decideDelivery({ body: JSON.stringify(body) }, { output });
			expect(decided).toMatchObject({ kind: 'event', items: [{ id: '1' }] });
			expect(JSON.stringify(decided.kind === 'event' && decided.items)).toMatch(/\*{4}-\*\*77/);
		}
	});

	test('leaves out what is too long for a phone number', () => {
		const from_number = '1'.repeat(1_000);
		const [item = {}] = build(
			'simplified',
			{ from_number, to_number: `1${from_number}` },
			'maskNumbers',
		);
		expect(item.from_number).toBe(`${'*'.repeat(998)}11`);
		expect(item.to_number).toBeNull();
	});

	test('shows the last two digits, and keeps what was said', () => {
		const [item = {}] = build('conversation', record('A'), 'maskNumbers');
		const masked = '+** (**) ****-**77';
		expect(item).toMatchObject({
			from_number: masked,
			customer_number_national: '*** ******77',
			called_by_name: `Call ${masked}, please`,
			error_message: `Call ${masked}, please`,
			history: [{ content: `Call ${masked}, please`, tool_arguments: { phone: masked } }],
			additional_fields: { raw_number: '**********77' },
		});
		expect(item.audio_url).toBe(convert(record('A')).audio_url);
	});
});

test.each([
	['+49 30 90182077', '+** ** ******77'],
	['0049 (0)30/9018.2077 or 555', '**** (*)**/****.**77 or 555'],
	['(415) 555-0142', '(***) ***-**42'],
	['+1\u2011415\u2011555\u20110142', '+*\u2011***\u2011***\u2011**42'],
	['415 \u2013 555 \u2013 0142', '*** \u2013 *** \u2013 **42'],
	['on 2026-11-24 at 10, 2026-11-24T10:00', 'on 2026-11-24 at 10, 2026-11-24T10:00'],
	['on 2026\u201311\u201324 at 10', 'on 2026\u201311\u201324 at 10'],
	['id a1b2c3d4e5f6a7b8c9', 'id a1b2c3d4e5f6a7b8c9'],
	['file\u2014415-555-0142\u2014right?', 'file\u2014***-***-**42\u2014right?'],
	['415-555-0142x5', '***-***-**42x5'],
	['+\u0664\u0669\u0661\u0665\u0661\u0661\u0662\u0663', '+******\u0662\u0663'],
	['(0151) - 234_567\u22128\u00ad9', '(****) - ***_***\u22128\u00ad9'],
	['?tel=%2B4915123456789', '?tel=%2B***********89'],
	['5555-01-42', '****-**-42'],
	['415, 555, 0142; 4, 1, 5, 5, 5, 0, 4, 2', '***, ***, **42; *, *, *, *, *, *, 4, 2'],
	['{"a":"+4915112345678","a":"x", "lat":52.52000661}', '{"a":"x","lat":52.52000661}'],
	[
		'{"to":"\\u002B4930901820","at":4930901820, "n":1}',
		'{"to":"+********20","at":"********20","n":1}',
	],
	['{"n": 1}', '{"n": 1}'],
	['0b6a0c1e-6d1e-4c55-9d52-000000000042', '0b6a0c1e-6d1e-4c55-9d52-000000000042'],
	['order 123456; call 123 4567', 'order 123456; call *** **67'],
	['on 2026-11-24 123456', 'on 2026-11-24 123456'],
	['on 2026-11-24 1234567', 'on 2026-11-24 *****67'],
	['tel:+493090182077; call-_+4930901820_x7', 'tel:+**********77; call-_+********20_x7'],
])('of the text %j the numbers as long as a phone number are masked: %j', (text, masked) => {
	expect(maskNumbers(text)).toBe(masked);
});

test('a JSON number is masked from seven digits on, and becomes a text', () => {
	const numbers = [1234567, 123456, -1234567, 1234567.5, 49];
	expect(maskNumbers(numbers)).toEqual(['*****67', 123456, '-*****67', 1234567.5, 49]);
});

test('numbers that look alike once masked are both there', () => {
	const byNumber: JsonObject = { '+493090182077': 'a', '+493090182177': 'b', name: 'c' };
	expect(Object.values(maskNumbers(byNumber) ?? {})).toEqual(['a', 'b', 'c']);
	expect(JSON.stringify(maskNumbers(byNumber))).not.toMatch(/9018/);
});

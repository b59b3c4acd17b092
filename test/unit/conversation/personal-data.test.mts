import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';

import { type JsonObject, parseJsonText } from '../../../core/json.ts';
import { type Output, OUTPUTS } from '../../../core/conversation/outputs.ts';
import { maskNumbers } from '../../../core/conversation/personal-data.ts';
import { parseItem, restoreTurns } from '../../../core/record/item.ts';
import {
	buildFullRecord,
	type Json,
	type JsonRecord,
} from '../../support/interface/build-sample.mts';
import { breakTypes, countRuns } from '../../support/records/mutate-record.mts';
import { buildOutputItems, convert } from '../../support/records/read-fixture.mts';
import masked from '../../fixtures/masked-texts.json' with { type: 'json' };

type BuiltOutput = Exclude<Output, 'raw'>;
const builtOutputs = OUTPUTS.filter((output): output is BuiltOutput => output !== 'raw');

const NUMBERS = 'customer_number from_number to_number customer_number_national';
const PEOPLE = 'called_by_name called_by_id transcript url_parameters';
const LINKS =
	'audio_url agent_audio_url user_raw_audio_url user_cleaned_audio_url synthesized_audio_url';

/**
 * What Leave Out makes `null` in the items of each output, read from the interface document by hand: values
 * of a wrong type are in `additional_fields`. An output without a list does not compile.
 */
const LEFT_OUT: Record<BuiltOutput, string> = {
	conversation: [
		...[NUMBERS, PEOPLE, LINKS, 'history synthesized_chat_history additional_fields'],
		'tool_calls.0.tool_arguments tool_calls.0.output',
		'test_eval_result.reasons room_metadata.operator_invite.reason',
		...['value', 'additional_fields'].map(
			(name) => `synthesized_user_tts_additional_properties.0.${name}`,
		),
	].join(' '),
	simplified: 'customer_number from_number to_number called_by_name transcript audio_url',
	flat: `${NUMBERS} ${PEOPLE} ${LINKS} test_eval_reasons operator_invite_reason`,
};

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

/** The paths at which a value became `null`, or another one: `status=busy`. */
function listChanges(before: Json, after: Json, path: string[] = []): string[] {
	if (isDeepStrictEqual(before, after)) return [];
	if (after === null) return [path.join('.')];
	if (typeof before !== 'object' || before === null || typeof after !== 'object') {
		return [`${path.join('.')}=${JSON.stringify(after)}`];
	}
	const shown = new Map<string, Json | undefined>(Object.entries(after));
	return Object.entries(before).flatMap(([name, value]) => {
		const now = shown.get(name);
		return listChanges(value, now === undefined ? 'missing' : now, [...path, name]);
	});
}

describe('Leave Out', () => {
	test.each(builtOutputs)(
		'of %s the personal fields are null, and nothing else changes',
		(output) => {
			const record = { ...withNotes('A'), to_number: '+14155550142', campaign_id: '1' };
			const items = buildOutputItems(output, convert(record), record);
			const left = build(output, record, 'leaveOut');
			const changes = items.flatMap((item, index) => listChanges(item, left[index] ?? null));
			expect([...new Set(changes)].toSorted()).toEqual(LEFT_OUT[output].split(' ').toSorted());
			// The name of a URL parameter, of which an issue was found.
			expect(JSON.stringify(build(output, record, 'leaveOut'))).not.toContain('jane.doe');
		},
	);

	test('what is left can be read again, and says that the history was left out', () => {
		const [item = {}] = build('conversation', withNotes('A'), 'leaveOut');
		const read = parseItem(item);
		expect(read).toMatchObject({ success: true, conversation: { history: null } });
		expect(restoreTurns(item)).toEqual({ success: true, turns: null });
	});
});

const NUMBER = '+49 (30) 9018-2077';
/** No number of the call: those are masked in every text. */
const OTHER = '+49 (30) 5550-1277';
const TEXTS = new Set([
	...['content', 'instructions', 'tool_output', 'called_by_name', 'notes', 'reason', 'reasons'],
	...['error', 'error_message', 'utm_source', 'ref', 'agent_title', 'agent_name'],
	...['campaign_name', 'transcription_path', 'synthesized_audio_path', 'tool_name', 'role'],
]);

/** Each free text of the record is a sentence with a number, and the fields of numbers hold one alone. */
function fillWithNumbers(value: Json, name = ''): Json {
	if (typeof value === 'string') {
		if (/^(?:from|to)_number$/.test(name)) return NUMBER;
		if (/_room_name$/.test(name)) return `call-_+493055501277_x7`;
		if (name === 'tool_arguments_json') return JSON.stringify({ phone: OTHER });
		return TEXTS.has(name) ? `Call ${OTHER}, please` : value;
	}
	if (Array.isArray(value)) return value.map((element) => fillWithNumbers(element, name));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, fillWithNumbers(inner, key)]),
	);
}

describe('Mask Numbers', () => {
	const record = (shape: 'A' | 'B'): JsonRecord => ({
		...Object(fillWithNumbers(withNotes(shape))),
		// Here, since the status of an invitation stays.
		status: OTHER,
		raw_number: 493_055_501_277,
		campaign_id: '14155550142',
	});

	test.each([
		['A', 'maskNumbers'],
		['B', 'maskNumbers'],
		['A', 'leaveOut'],
	] as const)('no number of shape %s is left in any output by %s', (shape, mode) => {
		fc.assert(
			fc.property(breakTypes(record(shape)), (broken) => {
				const json = builtOutputs
					.map((output) => JSON.stringify(build(output, broken, mode)))
					.join('');
				expect(json).not.toMatch(/9018\D?2077|5550\D?1277/);
			}),
			{ numRuns: countRuns(200) },
		);
	});

	test('masks a phone number of any length', () => {
		const [item = {}] = build('simplified', { from_number: '1'.repeat(2_000) }, 'maskNumbers');
		expect(item.from_number).toBe(`${'*'.repeat(1_998)}11`);
		// No number is as long: it is searched as a text, which takes far less time.
		const long = `Room 123${' '.repeat(100)}`;
		const [other = {}] = build('simplified', { to_number: `${long}4155550142` }, 'maskNumbers');
		expect(other.to_number).toBe(`${long}********42`);
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
			campaign_id: '14155550142',
		});
		expect(item.audio_url).toBe(convert(record('A')).audio_url);
	});
});

test('a JSON number is masked from seven digits on, and becomes a text', () => {
	const numbers = [1234567, 123456, -1234567, 1234567.5, 49];
	expect(maskNumbers(numbers)).toEqual(['*****67', 123456, '-*****67', 1234567.5, 49]);
});

test('numbers that look alike once masked are both there', () => {
	const byNumber: JsonObject = { '+493090182077': 'a', '+493090182177': 'b', name: 'c' };
	expect(maskNumbers(byNumber)).toEqual({
		'+**********77': 'a',
		'+**********77 1': 'b',
		name: 'c',
	});
});

test('texts of one list are searched as one, and other numbers end them; names are searched alone', () => {
	expect(maskNumbers(['415', '555', '0142'])).toEqual(['***', '***', '**42']);
	for (const apart of [
		['415', 5, ['555'], { a: '0142' }],
		['at 10', '', 'or 2026-11-24', '3'],
		[{ '415 555': 1, ' 0142': 2, ' 5': 3 }],
	]) {
		expect(maskNumbers(apart)).toEqual(apart);
	}
});

/** What a tool gave in each of these turns, after it got as much. */
function maskToolTexts(outputs: string[]) {
	const history = outputs.map((text) => ({ tool_output: text }));
	const [item = {}] = build('conversation', { history }, 'maskNumbers');
	return Array.isArray(item.history) ? item.history.map((turn) => Object(turn).tool_output) : [];
}

test.each(Object.entries<string>(masked.ofTools))(
	'what a tool got and gave is masked as the JSON that it may be: %s',
	(text, masked) => {
		const history = [{ tool_arguments_json: text, tool_output: text }];
		const parsed = /^\s*[[{]/.test(masked) ? (parseJsonText(masked) ?? masked) : masked;
		expect(build('conversation', { history }, 'maskNumbers')).toMatchObject([
			{
				history: [{ tool_arguments_json: masked, tool_output: masked }],
				tool_calls: [{ tool_arguments: parsed, output: parsed }],
			},
		]);
	},
);

// The limits of JSON in texts are in test/unit/record/record-limits.
test('beyond the limits the texts of tools are masked as text', () => {
	const isJson = (invalid: number) => {
		const masked = maskToolTexts([...Array<string>(invalid).fill('['), '[4930901820]']).at(-1);
		expect(masked).not.toContain('493090');
		return masked.includes('"********20"');
	};
	expect([isJson(999), isJson(1_000)]).toEqual([true, false]);
});

test('the numbers of the conversation are masked wherever their digits stand together', () => {
	const status = 'Completed 151055';
	const record = {
		...{ from_number: '+1 (510) 555-0100', to_number: '"Desk 7" <sip:0014155550142@10.0.0.1>' },
		...{ call_sid: 'CA15105550100f', rtc_dispatch_id: 'a_14155550142_b', status },
		audio_url: 'https://example.com/call-_+15105550100_a1b2.ogg?sig=1',
		agent_audio_url: 'https://example.com/+1%20510-555-0100.ogg',
		user_raw_audio_url: 'https://example.com/5105550100/a.ogg',
		history: [{ role: 'User +1 510 555 0100', content: 'x12345678-6d1e-4c55-9d52-151055501000' }],
	};
	const content = 'x*******8-6d1e-4c55-9d**-**********00';
	expect(build('conversation', record, 'maskNumbers')).toMatchObject([
		{
			...{ call_sid: 'CA*********00f', rtc_dispatch_id: 'a_*********42_b', status },
			// No link keeps one.
			...{ audio_url: null, agent_audio_url: null, user_raw_audio_url: null },
			history: [{ role: 'User +* *** *** **00', content }],
		},
	]);
	expect(build('simplified', record, 'leaveOut')).toMatchObject([{ status }]);
	expect(build('conversation', record, 'leaveOut')).toMatchObject([{ call_sid: 'CA*********00f' }]);
});

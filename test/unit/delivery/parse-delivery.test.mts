import { parseDelivery } from '../../../core/delivery/decide-delivery.ts';
import { describeBody } from '../../../core/delivery/envelope.ts';
import bodies from '../../fixtures/bodies.json' with { type: 'json' };
import { buildFullRecord } from '../../support/interface/build-sample.mts';

const validEvent = { event: 'ConversationComplete', data: buildFullRecord('A') };
const validText = JSON.stringify(validEvent);

function codeOf(outcome: ReturnType<typeof parseDelivery>): string {
	return outcome.success ? 'success' : outcome.error.code;
}

function succeed(data: object) {
	const outcome = parseDelivery({ event: 'ConversationComplete', data });
	if (!outcome.success) throw new Error(outcome.error.code);
	return outcome;
}

/** An object nested so many levels deep, with a text at its bottom. */
function nest(levels: number): string {
	return '{"deeper":'.repeat(levels) + '"bottom"' + '}'.repeat(levels);
}

describe('an event of either shape', () => {
	test.each([
		['A', buildFullRecord('A'), buildFullRecord('A').id],
		['B', buildFullRecord('B'), buildFullRecord('B').session_id],
	])('%s gives event, conversation and record', (shape, data, id) => {
		const outcome = parseDelivery({ event: 'ConversationComplete', data });
		expect(outcome).toEqual({
			success: true,
			event: 'ConversationComplete',
			conversation: expect.objectContaining({ shape, id, delivery: null }),
			record: data,
		});
	});

	test('its two names may be written in any letter case', () => {
		const data = buildFullRecord('A');
		const event = 'ConversationComplete';
		for (const sent of [
			{ Event: event, Data: data },
			{ event: null, EVENT: event, data },
		]) {
			expect(parseDelivery(sent)).toMatchObject({ success: true, event, record: data });
		}
		expect(parseDelivery({ event, EVENT: 'Ping', Data: null, DATA: data })).toMatchObject({
			success: true,
			event,
		});
	});

	test('what stands beside event and data does not matter', () => {
		expect(codeOf(parseDelivery({ ...validEvent, sent_at: 5, __proto__: null }))).toBe('success');
	});
});

describe('a body that is no envelope is rejected with a code', () => {
	test.each(bodies.noEnvelope)('$code, and the message gives the reason: $body', (sent) => {
		const { code, problem, body } = sent;
		const outcome = parseDelivery(body);
		const message = `The body is invalid: ${problem}.`;
		expect(outcome).toMatchObject({ success: false, error: { code, message } });
		expect(JSON.stringify(outcome)).not.toContain('15550100');
	});

	test.each([
		'SecretEvent +15550100',
		'I said "hello" to Ann',
		'call:4915112345678',
		'tel-4915112345',
	])('the message on the event %j, which may be any text, does not name it', (event) => {
		const message = 'The event is not one of the events that start the workflow.';
		const error = { code: 'event-not-wanted', message };
		expect(parseDelivery({ event, data: {} })).toEqual({ success: false, error });
	});

	test.each<[string, string[] | undefined, string]>([
		['ConversationComplete', undefined, 'success'],
		[' conversationcomplete ', [], 'success'],
		['SessionStarted', undefined, 'event-not-wanted'],
		['toString', undefined, 'event-not-wanted'],
		['SessionStarted', ['ConversationComplete', 'sessionstarted '], 'success'],
		['ConversationComplete', ['SessionStarted'], 'event-not-wanted'],
	])('the event "%s" with %j: %s', (event, events, code) => {
		expect(codeOf(parseDelivery({ ...validEvent, event }, { events }))).toBe(code);
	});
});

describe('an event counts before its data', () => {
	const whatever = [undefined, null, {}, [], 'text', 5, { id: 5 }, { history: [[[]]] }];
	const nothing = [null, {}, [], ''];
	type Case = [event: string, data: unknown, code: string, events?: string[]];
	test.each<Case>([
		...whatever.map((data): Case => ['Ping', data, 'event-not-wanted']),
		...nothing.map((data): Case => ['ConversationComplete', data, 'record-empty']),
		...nothing.map((data): Case => ['CONVERSATIONCOMPLETE', data, 'record-empty']),
		['ConversationComplete', { id: null }, 'success'],
		['ConversationComplete', { other: 1 }, 'success'],
		['ConversationComplete', undefined, 'data-missing'],
		['ConversationComplete', [{}], 'data-not-an-object'],
		['ConversationComplete', false, 'data-not-an-object'],
		['Ping', {}, 'success', ['Ping']],
		['Ping', null, 'data-missing', ['Ping']],
	])('%s with the data %j: %s', (event, data, code, events = undefined) => {
		expect(codeOf(parseDelivery({ event, data }, { events }))).toBe(code);
	});
});

describe('what is no event of any service', () => {
	const fill = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes - 11) });
	const write = (body: unknown) => JSON.stringify(body);

	test.each([
		...Object.entries(bodies.ignored).map(([what, body]) => [what, write(body)]),
		['1,000 bytes', fill(1_000)],
	])('%s is ignored', (_, text = '') => {
		for (const sent of [text, Buffer.from(text)]) {
			expect(codeOf(parseDelivery(sent))).toBe('no-event');
		}
	});

	test.each([
		...bodies.rejected.map(({ what, body, code }) => [what, write(body), code]),
		['1,001 bytes', fill(1_001), 'event-missing'],
		['1,000 characters of more bytes', fill(1_000).replace('xx', 'xü'), 'event-missing'],
		['a form', 'type=ping', 'body-not-json'],
	])('%s is rejected: a sender of calls in another form must notice', (_, text, code) => {
		expect(codeOf(parseDelivery(text))).toBe(code);
	});

	test('so is a multipart body, whose bytes nobody knows', () => {
		expect(codeOf(parseDelivery(undefined))).toBe('body-not-json');
	});
});

describe('bytes', () => {
	test('are read as bytes, as a Buffer and as text, with or without a byte order mark', () => {
		const marked = `\uFEFF${validText}`;
		const texts = [validText, marked, `\r\n ${validText}\n`];
		const encoded = new TextEncoder().encode(validText);
		for (const bytes of [encoded, ...texts, ...texts.map((text) => Buffer.from(text))]) {
			expect(codeOf(parseDelivery(bytes))).toBe('success');
		}
	});

	test.each<[string, string | Uint8Array]>([
		['no-event', Buffer.alloc(0)],
		['no-event', ' \r\n\t'],
		['no-event', Buffer.from('\uFEFF')],
		['body-empty', ' '.repeat(1_001)],
		['body-empty', Buffer.alloc(1_001, '\n')],
		['body-not-utf8', Buffer.from('{"a":"\xff"}', 'latin1')],
		['body-not-utf8', Buffer.from('{"a":"ü"}').subarray(0, 7)],
		['body-not-json', Buffer.from(validText, 'utf16le')],
		['body-not-json', validText.slice(0, -1)],
	])('%s: %j', (code, bytes) => {
		expect(codeOf(parseDelivery(bytes))).toBe(code);
	});
});

// Limits by place are in test/unit/record/record-limits.
test('arguments of a tool that are nested too deep stay text, and many beside each other do not', () => {
	const text = nest(30_000);
	const flat = Array(2_000).fill([]);
	const history = [text, JSON.stringify(flat)].map((json) => ({ tool_arguments_json: json }));
	const { conversation } = succeed({ history });
	const [turn, other] = conversation.history ?? [];
	expect(turn?.tool_arguments_json).toBe(text);
	expect(turn).not.toHaveProperty('tool_arguments');
	expect(other?.tool_arguments).toEqual(flat);
	const received = 'JSON text nested too deep';
	expect(conversation.parse_issues).toEqual([
		{ path: 'history[0].tool_arguments_json', expected: 'JSON text', received },
	]);
});

const fields = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));
const endless: { data: object } = { data: {} };
endless.data = { self: endless };

test.each([
	['too-many-elements', { other: Array(100_000).fill(1) }],
	['too-many-elements', { one: Array(50_000).fill(1), two: Array(50_000).fill({}) }],
	['success', fields(9_998)],
	['too-many-keys', fields(9_999)],
	['nested-too-deep', { other: JSON.parse(nest(1_001)) }],
	['nested-too-deep', endless],
])('an event is held to the limits as a whole: %s', (code, beside) => {
	const event = { event: 'ConversationComplete', data: { id: '1' } };
	expect(codeOf(parseDelivery({ ...event, ...beside }))).toBe(code);
});

test('text that is nested deeper than any call can follow is rejected', () => {
	const text = `{"event":"ConversationComplete","data":{"deep":${nest(100_000)}}}`;
	expect(codeOf(parseDelivery(text))).toBe('nested-too-deep');
});

test('values that JSON cannot hold are not handed on', () => {
	const moment = new Date('2026-11-03T09:15:00Z');
	const data = {
		...{ id: '1', when: moment, never: new Date(NaN), nothing: undefined, call: () => 1 },
		...{ symbol: Symbol('x'), big: 12n, list: [undefined, NaN], created_at: moment },
	};
	const { conversation } = succeed(data);
	expect(conversation.additional_fields).toStrictEqual({
		when: '2026-11-03T09:15:00.000Z',
		never: null,
		big: '12',
		list: [null, 'NaN'],
		created_at: '2026-11-03T09:15:00.000Z',
	});
});

describe('the description of a body that is no event', () => {
	test.each([
		['{"id":"c-1","from_number":"+491"}', 'It is an object with the fields "id", "from_number".'],
		['{"tel:+49 30 9018-2077":1,"p4930901820":2}', 'It is an object with the fields [*], [*].'],
		['{}', 'It is an object without fields.'],
		['[5,6]', 'It is a list of 2 elements.'],
		[
			'[{"event":"x","data":{}}]',
			'It is a list of 1 elements; the first is an object with the fields "event", "data".',
		],
		['"text"', 'It is JSON of the type string.'],
		['null', 'It is JSON of the type null.'],
		['not JSON', ''],
	])('%s', (body, expected) => {
		expect(describeBody(body)).toBe(expected);
		expect(describeBody(Buffer.from(body))).toBe(expected);
	});

	test('names are at most 20, of 64 characters, and no control characters or values', () => {
		const names = ['+49301234567', 'a\nb\u0007', 'c'.repeat(99), ...Array(99).keys()].map(String);
		const text = describeBody(JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))));
		expect(text.split(', ')).toHaveLength(20);
		expect(text).not.toContain('+49');
		const named = describeBody(JSON.stringify({ 'a\nb\u0007': 1, ['c'.repeat(99)]: 1 }));
		expect(named).toBe(`It is an object with the fields "ab", "${'c'.repeat(64)}…".`);
	});
});

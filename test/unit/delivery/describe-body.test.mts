import { describeBody } from '../../../core/delivery/envelope.ts';

test.each([
	['{"id":"c-1","from_number":"+491"}', 'It is an object with the fields "id", "from_number".'],
	['{"tel:+49 30 9018-2077":1}', 'It is an object with the fields "tel:+** ** ****-**77".'],
	['{}', 'It is an object without fields.'],
	['[]', 'It is a list of 0 elements.'],
	['[5,6]', 'It is a list of 2 elements.'],
	[
		'[{"event":"x","data":{}}]',
		'It is a list of 1 elements; the first is an object with the fields "event", "data".',
	],
	['"text"', 'It is JSON of the type string.'],
	['not JSON', ''],
])('%s', (body, expected) => {
	expect(describeBody(body)).toBe(expected);
	expect(describeBody(Buffer.from(body))).toBe(expected);
});

test('names are at most 20, of 64 characters, and no control characters or values', () => {
	const names = ['+49301234567', 'a\nb\u0007', 'c'.repeat(99), ...Array(99).keys()].map(String);
	const text = describeBody(
		JSON.stringify(Object.fromEntries(names.map((name) => [`${name}`, 1]))),
	);
	expect(text.split(', ')).toHaveLength(20);
	expect(text).not.toContain('+49');
	const named = describeBody(JSON.stringify({ 'a\nb\u0007': 1, ['c'.repeat(99)]: 1 }));
	expect(named).toBe(`It is an object with the fields "ab", "${'c'.repeat(64)}…".`);
});

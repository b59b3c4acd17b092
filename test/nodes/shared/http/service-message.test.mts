import { hideSecrets, readServiceMessage } from '../../../../nodes/shared/http/service-message.ts';
import errors from '../../../fixtures/service-errors.json' with { type: 'json' };

test.each([
	['message', { message: 'No such campaign' }, 'No such campaign'],
	['title and detail', { title: 'Bad', detail: 'url is missing' }, 'Bad; url is missing'],
	['sentences', { title: 'Not found.', detail: 'No such realm.' }, 'Not found; No such realm.'],
	['an OAuth error', { error: 'invalid', error_description: 'gone' }, 'gone; invalid'],
	['a map of errors', { errors: { Url: ['is required'] } }, 'Url: is required'],
	['a nested error', { error: { message: 'deep' } }, 'deep'],
	['text', 'plain \x1b\u202e\u0085 words', 'plain words'],
	['JSON as text', '{"message":"inside"}', 'inside'],
	['HTML', '<html><b>Bad gateway</b></html>', 'Bad gateway'],
	['nothing', undefined, ''],
	['what was sent, repeated', { code: 'missing', input: { url: 'x' } }, 'code: missing'],
	['fields without words', { title: 'Bad', status: 400, message: null }, 'Bad'],
	[
		'a map of many',
		Object.fromEntries('abcdef'.split('').map((name) => [name, 'x'])),
		'a: x; b: x; c: x; d: x; e: x',
	],
])('reads the words out of %s', (_, body, expected) => {
	expect(readServiceMessage(body)).toBe(expected);
});

// As frameworks write it; the field that a registration lacks is in all of them.
test.each(Object.entries<{ body: unknown; shown: string }>(errors))(
	'names the field that a service of %s rejects',
	(_, { body, shown }) => {
		expect(readServiceMessage(body)).toBe(shown);
		expect(shown).toContain('event_types');
	},
);

test('a long message does not hide which field is wrong, and a long name is none', () => {
	const errors = [{ field: 'events', message: 'required' }];
	const body = { title: 'Rejected. '.repeat(60), errors };
	expect(readServiceMessage(body)).toMatch(/^events: required; Rejected\. /);
	const named = (name: string) => readServiceMessage({ errors: [{ name, reason: 'required' }] });
	expect(named('a.'.repeat(50))).toBe(`${'a.'.repeat(50)}: required`);
	expect(named('a.'.repeat(51))).toBe('required');
});

test('hides tokens and phone numbers, and ends after 300 characters', () => {
	const token = `${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`;
	expect(readServiceMessage(`token ${token} from +1 (555) 010-9999`)).toBe(
		'token [removed] from +* (***) ***-**99',
	);
	expect(readServiceMessage('word '.repeat(100))).toHaveLength(300);
});

test.each([
	'Request id 123e4567-e89b-12d3-a456-426614174000',
	'request_id=123e4567-e89b-12d3-a456-426614174000',
	'Quota resets at 2026-11-22T23:30:00Z',
	'Quota resets at 2026-11-22 23:30:00',
	'Delete webhook 65f1c9d8e4b0123456789abc first',
	'Delete webhook wh_1234567890 first',
	'Delete webhook 01ARZ3NDEKTSV4RRFFQ69G5FAV first',
])('keeps what a user must quote: %s', (words) => {
	expect(readServiceMessage({ message: words })).toBe(words);
});

test.each([
	['+49 151 2026-11-22', '+** *** ****-**-22'],
	['Caller-555-010-9999', 'Caller-***-***-**99'],
	['tel:+15550109999', 'tel:+*********99'],
	['0151 23456789', '**** ******89'],
	['415: 555: 0142 and 415-555-0142x5', '***: ***: **42 and ***-***-**42x5'],
	[Array(3).fill('123e4567-e89b-12d3-a456-426614174000').join('.'), '[removed]'],
])('hides a number or a code that has the parts of an id or a date: %s', (words, shown) => {
	expect(readServiceMessage({ message: words })).toBe(shown);
});

test.each<[string, (levels: number) => string]>([
	['lists', (levels) => `${'['.repeat(levels)}"deep"${']'.repeat(levels)}`],
	['objects', (levels) => `${'{"a":'.repeat(levels)}"deep"${'}'.repeat(levels)}`],
])('words below six levels of %s are left out, however deep the body goes', (_, nest) => {
	expect(readServiceMessage(nest(6))).toContain('deep');
	expect(readServiceMessage(nest(7))).toBe('');
	expect(readServiceMessage(nest(20_000))).toBe('');
});

test('shows no part of a token that lies where the words are cut', () => {
	const tags = '<b>'.repeat(1_300);
	for (let spaces = 0; spaces < 100; spaces += 1) {
		const message = `${tags}${' '.repeat(spaces)}${'s3cret'.repeat(20)}`;
		expect(readServiceMessage({ message })).not.toContain('s3cret');
	}
});

const secret = 'Zq7+w/ü "x"&Kd';

test('removes a secret, and nothing else', () => {
	expect(hideSecrets(`before ${secret} between ${secret}`, [secret])).toBe(
		'before [removed] between [removed]',
	);
});

test.each([
	['in upper case', secret.toUpperCase()],
	['URL-encoded', encodeURIComponent(secret)],
	['URL-encoded in lower case', encodeURIComponent(secret).toLowerCase()],
	['URL-encoded letter by letter', secret.replace('Z', '%5a').replace('K', '%4B')],
	['form-encoded', new URLSearchParams({ '': secret }).toString().slice(1)],
	['escaped as in JSON', JSON.stringify(secret).slice(1, -1)],
	['in base64', Buffer.from(secret).toString('base64')],
	['in base64url', Buffer.from(secret).toString('base64url')],
	['across tags', secret.replace('w/', '<b>w/</b>')],
	['across lines', secret.replace('w/', '\n w/')],
])('shows nothing of a text that holds a secret %s', (_how, written) => {
	expect(hideSecrets(`wrong: ${written}!`, [secret])).toBe('[removed]');
});

test('leaves other texts, and texts shorter than a secret', () => {
	expect(hideSecrets('No such campaign: abc', ['abc', secret])).toBe('No such campaign: abc');
});

test('removes a secret before the text is cut', () => {
	for (let spaces = 280; spaces < 300; spaces += 1) {
		const words = `${'. '.repeat(spaces / 2)}hunter2-hunter3`;
		expect(readServiceMessage(words, ['hunter2-hunter3'])).not.toContain('hu');
	}
});

import { hideSecrets, readServiceMessage } from '../../../../nodes/shared/http/service-message.ts';
import errors from '../../../fixtures/service-errors.json' with { type: 'json' };
import words from '../../../fixtures/service-words.json' with { type: 'json' };

type Row = [body: unknown, shown: string];

test.each(Object.entries(words.read as unknown as Record<string, Row>))(
	'reads the words out of %s',
	(_, [body, shown]) => {
		expect(readServiceMessage(body)).toBe(shown);
	},
);

test('reads nothing out of nothing', () => expect(readServiceMessage(undefined)).toBe(''));

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

test.each(words.quoted)('keeps what a user must quote: %s', (message) => {
	expect(readServiceMessage({ message })).toBe(message);
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

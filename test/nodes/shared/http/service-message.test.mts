import { readServiceMessage } from '../../../../nodes/shared/http/service-message.ts';

test.each([
	['message', { message: 'No such campaign' }, 'No such campaign'],
	['title and detail', { title: 'Bad', detail: 'url is missing' }, 'Bad; url is missing'],
	['an OAuth error', { error: 'invalid', error_description: 'gone' }, 'gone; invalid'],
	['a map of errors', { errors: { Url: ['is required'] } }, 'Url: is required'],
	['a nested error', { error: { message: 'deep' } }, 'deep'],
	['text', 'plain words', 'plain words'],
	['JSON as text', '{"message":"inside"}', 'inside'],
	['HTML', '<html><b>Bad gateway</b></html>', 'Bad gateway'],
	['nothing', undefined, ''],
])('reads the words out of %s', (_, body, expected) => {
	expect(readServiceMessage(body)).toBe(expected);
});

test('removes tokens and phone numbers and ends after 300 characters', () => {
	const token = `${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`;
	expect(readServiceMessage(`token ${token} from +1 (555) 010-9999`)).toBe(
		'token [removed] from [removed]',
	);
	expect(readServiceMessage('word '.repeat(100))).toHaveLength(300);
});

test.each<[string, (levels: number) => string]>([
	['lists', (levels) => `${'['.repeat(levels)}"deep"${']'.repeat(levels)}`],
	['objects', (levels) => `${'{"a":'.repeat(levels)}"deep"${'}'.repeat(levels)}`],
])('words below three levels of %s are left out, however deep the body goes', (_, nest) => {
	expect(readServiceMessage(nest(3))).toContain('deep');
	expect(readServiceMessage(nest(4))).toBe('');
	expect(readServiceMessage(nest(20_000))).toBe('');
});

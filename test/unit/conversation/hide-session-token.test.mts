import { OUTPUTS, buildOutputItems } from '../../../core/conversation/build-output-items.ts';
import { convert } from './read-fixture.mts';

const secret = 'secret-of-the-session';

// Where a service could put the token beside its documented place, and how it could spell it.
const places: [string, object][] = [
	['its documented field', { session_token: secret }],
	['camel case', { sessionToken: secret }],
	['capitals', { SESSION_TOKEN: secret }],
	['hyphens', { 'Session-Token': secret }],
	['an object nobody documented', { session: { token: { session_token: secret } } }],
	['a list nobody documented', { sessions: [[{ sessionToken: secret }]] }],
	['an object in its own field', { session_token: { value: secret } }],
	['a turn', { history: [{ role: 'User', content: 'Hello', sessionToken: secret }] }],
	[
		'a turn of the synthetic user',
		{ synthesized_chat_history: [{ a: { session_token: secret } }] },
	],
	['a URL parameter', { url_parameters: { session_token: secret } }],
	[
		'a setting of the voice',
		{ synthesized_user_tts_additional_properties: [{ sessionToken: secret }] },
	],
	['the room', { room_metadata: { session_token: secret } }],
	['arguments of a tool', { history: [{ tool_arguments_json: `{"session_token":"${secret}"}` }] }],
	['an output of a tool', { history: [{ tool_output: ` [{"sessionToken":"${secret}"}]` }] }],
	[
		'JSON text in a name with escapes',
		{ history: [{ tool_output: `{"session\\u005ftoken":"${secret}"}` }] },
	],
	[
		'JSON text inside JSON text',
		{ url_parameters: { a: JSON.stringify({ b: JSON.stringify({ session_token: secret }) }) } },
	],
	['JSON text nobody documented', { extra: { text: `{"a":[{"SESSION_TOKEN":"${secret}"}]}` } }],
	['a field named __proto__', JSON.parse(`{"__proto__":{"session_token":"${secret}"}}`)],
];

test.each(places)('it is withheld in %s, unless it is asked for', (_, fields) => {
	const record = { id: '1', ...fields };
	Object.defineProperties(record, Object.getOwnPropertyDescriptors(fields));
	const conversation = convert(record);
	const before = JSON.stringify(conversation);
	for (const output of OUTPUTS) {
		const items = buildOutputItems(output, conversation, record);
		expect(JSON.stringify(items)).not.toContain(secret);
	}
	const asked = buildOutputItems('raw', conversation, record, { includeSessionToken: true });
	expect(JSON.stringify(asked)).toContain(secret);
	expect(JSON.stringify(conversation)).toBe(before);
});

test('JSON text is changed only if it holds the name, and is never longer than before', () => {
	const show = (text: string) => {
		const record = { id: '1', history: [{ tool_name: 'a', tool_arguments_json: text }] };
		const [item] = buildOutputItems('conversation', convert(record), record);
		return Object(item).history[0];
	};
	const others = [
		'{ "a": 1e20 }',
		'{"session": 1, "token": 2}',
		'session_token',
		'{"session_token"',
	];
	for (const text of others) expect(show(text).tool_arguments_json).toBe(text);
	expect(show('{ "session_token": "a", "day": "Monday" }')).toMatchObject({
		tool_arguments_json: '{"session_token":null,"day":"Monday"}',
		tool_arguments: { session_token: null, day: 'Monday' },
	});
	expect(show('{"session_token":1,"a":[1e20,1e20]}').tool_arguments_json).toBe('null');
});

test('a name that only begins like it stays', () => {
	const record = { id: '1', session_token_count: 3, my_session: { token: 'a' } };
	expect(buildOutputItems('raw', convert(record), record)).toEqual([record]);
	const [item] = buildOutputItems('conversation', convert(record), record);
	expect(item?.additional_fields).toEqual({ session_token_count: 3, my_session: { token: 'a' } });
});

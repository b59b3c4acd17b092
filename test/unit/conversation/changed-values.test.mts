import { conversationSchema } from '../../../core/conversation/conversation.ts';
import { listFields } from '../../../core/conversation/declare-field.ts';
import { isSecretName } from '../../../core/conversation/hide-session-token.ts';
import { type Output, OUTPUTS } from '../../../core/conversation/outputs.ts';
import { buildOutputItems, convert } from '../../support/records/read-fixture.mts';

describe('the session token', () => {
	test('is the one field that is declared a secret', () => {
		const fields = listFields(conversationSchema);
		const secrets = fields.filter(({ facts }) => facts.sensitivity === 'secret');
		const named = secrets.map(({ name }) => [name, isSecretName(name)]);
		expect(named).toEqual([['session_token', true]]);
	});

	const secret = 'secret-of-the-session';

	// Where a service could put the token beside its documented place, and how it could spell it.
	const places: [string, object][] = [
		['its documented field', { session_token: secret }],
		['camel case', { sessionToken: secret }],
		['capitals', { SESSION_TOKEN: secret }],
		['hyphens', { 'Session-Token': secret }],
		['an object in its own field', { session_token: { value: secret } }],
	];

	test.each(places)('is null in every output but Raw in %s', (_, fields) => {
		const record = { id: '1', ...fields };
		const conversation = convert(record);
		const before = JSON.stringify(conversation);
		for (const output of OUTPUTS) {
			const items = buildOutputItems(output, conversation, record);
			expect(JSON.stringify(items).includes(secret)).toBe(output === 'raw');
		}
		const [item = {}] = buildOutputItems('conversation', conversation, record);
		const shown = [item.session_token, ...Object.values(item.additional_fields ?? {})];
		expect(new Set(shown)).toEqual(new Set([null]));
		expect(JSON.stringify(conversation)).toBe(before);
	});

	test('is not what a name says that only begins like it', () => {
		const fields = { session_token_count: 3, my_session: { token: 'a' } };
		const [item] = buildOutputItems('conversation', convert({ id: '1', ...fields }), {});
		expect(item?.additional_fields).toEqual(fields);
	});
});

test('U+FFFD replaces the character U+0000 in values and names of every output but Raw, and nothing else', () => {
	const record = {
		id: 'a\u0000b',
		agent_title: '\u0000',
		url_parameters: { 'x\u0000': 'y\u0000' },
		history: [
			{ role: 'User', content: 'one\u0000two', odd: { 'n\u0000': ['v\u0000'] } },
			{ tool_name: 'find\u0000', tool_arguments_json: '{"a":"\\u0000"}', tool_output: '\u0000' },
		],
	};
	const build = (output: Output) => buildOutputItems(output, convert(record), record);
	for (const output of OUTPUTS.filter((each) => each !== 'raw')) {
		// The arguments of a tool are JSON text of their own, which stays.
		const text = JSON.stringify(build(output)).replaceAll('\\\\u0000', '');
		expect([output, text.includes('\\u0000')]).toEqual([output, false]);
	}
	expect(build('raw')).toMatchObject([{ id: 'a\u0000b', agent_title: '\u0000' }]);
	const expected = { agent_title: '\uFFFD', url_parameters: '{"x\uFFFD":"y\uFFFD"}' };
	expect(build('flat')[0]).toMatchObject(expected);
	const additional_fields = { odd: { 'n\uFFFD': ['v\uFFFD'] } };
	expect(build('turns')[0]).toMatchObject({ content: 'one\uFFFDtwo', additional_fields });
	const call = { tool_name: 'find\uFFFD', tool_arguments: { a: '\uFFFD' }, tool_output: '\uFFFD' };
	expect(build('toolCalls')).toMatchObject([call]);
});

import { OUTPUTS } from '../../../core/conversation/outputs.ts';
import { buildOutputItems, convert } from './read-fixture.mts';

const record = {
	id: 'a\u0000b',
	agent_title: '\u0000',
	url_parameters: { 'x\u0000': 'y\u0000' },
	history: [
		{ role: 'User', content: 'one\u0000two', odd: { 'n\u0000': ['v\u0000'] } },
		{ tool_name: 'find\u0000', tool_arguments_json: '{"a":"\\u0000"}', tool_output: '\u0000' },
	],
};
const build = (output: (typeof OUTPUTS)[number]) =>
	buildOutputItems(output, convert(record), record);

test.each(['flat', 'turns', 'toolCalls'] as const)('the output %s holds none', (output) => {
	const text = JSON.stringify(build(output));
	// As JSON text has it; the arguments of a tool are JSON text of their own, which stays.
	expect(text.replaceAll('\\\\u0000', '')).not.toContain('\\u0000');
	expect(text).toContain('a\uFFFDb');
});

test('values and names are those of the record otherwise', () => {
	expect(build('flat')[0]).toMatchObject({
		agent_title: '\uFFFD',
		url_parameters: '{"x\uFFFD":"y\uFFFD"}',
	});
	expect(build('turns')[0]).toMatchObject({
		content: 'one\uFFFDtwo',
		additional_fields: { odd: { 'n\uFFFD': ['v\uFFFD'] } },
	});
	expect(build('toolCalls')).toMatchObject([
		{ tool_name: 'find\uFFFD', tool_arguments: { a: '\uFFFD' }, tool_output: '\uFFFD' },
	]);
});

test.each(['conversation', 'raw'] as const)('the output %s keeps it', (output) => {
	expect(build(output)).toMatchObject([{ id: 'a\u0000b', agent_title: '\u0000' }]);
});

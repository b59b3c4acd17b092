import type { Conversation } from '../../../core/conversation/conversation.ts';
import type { OutcomeRule } from '../../../core/conversation/outcome-rules.ts';
import { applyStatements } from '../../../core/conversation/outputs.ts';
import { buildChatMessages } from '../../../core/conversation/transcript/chat-messages.ts';
import { filterConversation } from '../../../core/delivery/filters.ts';
import { parseItem } from '../../../core/record/item.ts';
import { convert } from '../../support/records/read-fixture.mts';
import { spendLittle } from '../../support/spend-little.mts';

// Whatever a sender selects takes time in proportion to its length.
const COUNT = 25_000;
const fill = <Element,>(build: (index: number) => Element) =>
	Array.from({ length: COUNT }, (_, index) => build(index));

test('white space before a line break', () => {
	const content = `a${' '.repeat(200_000)}b\n${' \n '.repeat(100_000)}c`;
	const { transcript } = spendLittle(() => convert({ history: [{ role: 'User', content }] }));
	expect(transcript).toBe(`User: a${' '.repeat(200_000)}b c`);
});

const listAnsweredIds = (conversation: Conversation) =>
	buildChatMessages(conversation, { includeToolCalls: true }).flatMap((message) =>
		'tool_call_id' in message ? [message.tool_call_id] : [],
	);

test('one id for every call of a tool', () => {
	const call = { tool_name: 'find', tool_call_id: '1', tool_arguments_json: '{}' };
	const conversation = convert({ history: fill(() => call) });
	expect(conversation.statistics.tool_call_count).toBe(COUNT);
	const ids = spendLittle(() => listAnsweredIds(conversation));
	expect(new Set(ids).size).toBe(COUNT);
	expect(ids.slice(0, 3)).toEqual(['1', '1_2', '1_3']);
});

test('very many ids that begin alike, each for two calls', () => {
	const history = fill((index) => ({
		tool_name: 'find',
		tool_call_id: `${'x'.repeat(36)}${String(index % (COUNT / 2)).padStart(5, '0')}`,
	}));
	const conversation = convert({ history });
	const ids = spendLittle(() => listAnsweredIds(conversation));
	expect(new Set(ids).size).toBe(COUNT);
	expect(ids.filter((id) => id.length > 40)).toEqual([]);
});

test('all calls of one id before all their outputs', () => {
	const history = fill((index) =>
		index < COUNT / 2
			? { tool_call_id: '1', tool_arguments_json: String(index) }
			: { tool_call_id: '1', tool_output: String(index - COUNT / 2) },
	);
	const conversation = spendLittle(() => convert({ history }));
	const messages = buildChatMessages(conversation, { includeToolCalls: true });
	const pairs = messages.flatMap((message) =>
		'tool_calls' in message
			? message.tool_calls.map((call) => String(JSON.parse(call.function.arguments).input))
			: [message.content],
	);
	expect(pairs).toHaveLength(COUNT);
	expect(pairs.filter((_, index) => index % 2 === 0)).toEqual(
		pairs.filter((_, index) => index % 2 === 1),
	);
});

test('all outputs of one id before all their calls', () => {
	const history = fill((index) => ({
		tool_call_id: '1',
		...(index < COUNT / 2 ? { tool_output: 'x' } : { tool_arguments_json: '{}' }),
	}));
	const { statistics } = spendLittle(() => convert({ history }));
	expect(statistics.tool_call_count).toBe(COUNT / 2);
});

test('entries of the history that are no objects, between those that are', () => {
	const history = fill((index) => (index % 2 === 0 ? 0 : { id: String(index) }));
	const conversation = convert({ id: '1', history });
	const again = spendLittle(() => parseItem(conversation));
	if (!again.success) throw new Error(again.error.code);
	expect(JSON.stringify(again.conversation)).toBe(JSON.stringify(conversation));
});

test('fields of an item that no record has', () => {
	const item = Object.fromEntries(fill((index) => [`field_${index}`, index]));
	expect(spendLittle(() => parseItem(item)).success).toBe(false);
});

test.each([
	['in a row', `a${'\u0315'.repeat(499)}${'\u0300'.repeat(499)}`],
	['in rows of 30', `a${'\u0300'.repeat(30)}`.repeat(32)],
])(
	'names of tools and an error of very many marks %s, for the filter and the rules',
	(_, tool_name) => {
		const call = { tool_name, tool_arguments_json: '1', tool_output: 'a' };
		const error_message = `a${'\u0315'.repeat(5_000)}${'\u0300'.repeat(5_000)}`;
		const conversation = convert({ error_message, history: fill(() => call).slice(0, 5_000) });
		const toolsUsed = ['book'];
		expect(spendLittle(() => filterConversation(conversation, { toolsUsed }))).toBe(
			'tool-not-used',
		);
		const rule = { value: 'book', outcome: 'booked' };
		const rules: OutcomeRule[] = Array(20).fill({ ...rule, when: 'toolCalled' });
		const outcomeRules = rules.concat(Array(100).fill({ ...rule, when: 'errorContains' }));
		const { outcome } = spendLittle(() => applyStatements(conversation, { outcomeRules }));
		expect(outcome).toBe('no_answer');
	},
);

test.each([
	['marks', 'a' + '\u0315\u0300'.repeat(8_000_000)],
	['marks in rows of 30', `a${'\u0300'.repeat(30)}`.repeat(500_000)],
	['tabs', '\t'.repeat(16_000_000)],
	['one letter', 'a'.repeat(16_000_000)],
	['words of one letter', 'a '.repeat(8_000_000)],
	['apostrophes', "'".repeat(16_000_000)],
])('16 MB of %s, for rules that look at words and fields', (_name, text) => {
	const call = {
		tool_name: 'book',
		tool_output: text,
		tool_arguments_json: JSON.stringify({ a: text }),
	};
	const conversation = convert({ history: [{ role: 'User', content: text }, call] });
	const said: OutcomeRule = {
		when: 'customerSaid',
		value: 'a* a* b, stop, 予約',
		outcome: 'declined',
	};
	const told = { when: 'toolCalled', value: 'book', field: 'a', outcome: 'told' } as const;
	const outcomeRules = [
		...Array<OutcomeRule>(20).fill(said),
		...Array<OutcomeRule>(20).fill({ ...told, is: '*b*' }),
	];
	const { outcome } = spendLittle(() => applyStatements(conversation, { outcomeRules }));
	expect(['declined', 'told']).not.toContain(outcome);
});

test('very many calls with very many fields, for rules that look at fields', () => {
	const fields = JSON.stringify(Object.fromEntries(fill((index) => [`a${index}`, 1]).slice(0, 3)));
	const call = { tool_name: 'book', tool_arguments_json: fields, tool_output: '[[[[1]]]]' };
	const conversation = convert({ history: fill(() => call).slice(0, 10_000) });
	const rule: OutcomeRule = {
		when: 'toolAnswered',
		value: 'book',
		field: 'b',
		is: '*',
		outcome: 'x',
	};
	const outcomeRules = Array<OutcomeRule>(20).fill(rule);
	expect(spendLittle(() => applyStatements(conversation, { outcomeRules })).outcome).not.toBe('x');
});

import type { INodeParameters } from 'n8n-workflow';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { createHost } from '../../support/in-process/host.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import { run, runItems, runWithHints } from './conversation-driver.mts';

const id = 'c-1';
const history = [
	{
		role: 'Assistant',
		content: 'Would Monday at ten suit you?',
		created_at: '2026-11-03T09:00:01Z',
	},
	{ role: 'User', content: 'Yes, Monday at ten is fine.' },
];
const call = { id, from_number: '+12025550147', started_at: '2026-11-03T09:00:00Z', history };
const said = 'Would Monday at ten suit you?';
const find = { operation: 'findQuotes', source: 'field', fieldValue: JSON.stringify(call) };
const compare = { ...find, operation: 'compareNumbers' };

test('Find Quotes keeps the item, and tells of each quote in its order', async () => {
	const answers = { answers: [said, null, 'I never said such words.'] };
	const quotes = '={{ $json.answers }}';
	const nowhere = { said_by: null, turn_index: null, offset_seconds: null };
	expect(await run(answers, { ...find, quotes })).toMatchObject([
		{
			json: {
				...answers,
				found_quotes: [
					{ quote: said, is_found: true, said_by: 'agent', turn_index: 0, offset_seconds: 1 },
					{ quote: '', is_found: null, ...nowhere },
					{ quote: 'I never said such words.', is_found: false, ...nowhere },
				],
			},
		},
	]);
});

test.each([
	['a line each', `${said}\n\n Monday at ten is fine \r\n`],
	['a list as JSON text', JSON.stringify([said, 'Monday at ten is fine'])],
])('quotes may come as %s', async (_, quotes) => {
	const [item] = await run({}, { ...find, quotes });
	expect(item?.json.found_quotes).toMatchObject([
		{ quote: said, said_by: 'agent' },
		{ quote: 'Monday at ten is fine', said_by: 'customer' },
	]);
});

test('Said By may come of the item, and Result Only leaves out the rest', async () => {
	const items = ['agent', 'customer'].map((speaker) => ({ json: { speaker } }));
	const parameters = {
		...find,
		quotes: said,
		saidBy: '={{ $json.speaker }}',
		options: { resultOnly: true },
	};
	expect(await runItems(items, parameters)).toMatchObject([
		{ json: { id, found_quotes: [{ is_found: true }] } },
		{ json: { id, found_quotes: [{ is_found: false }] } },
	]);
	await expectFailure(runItems([{ json: { speaker: 'Bob' } }], parameters), 'parameter-invalid');
});

test('quotes are found in a transcript alone, which tells no place in the history', async () => {
	const [parsed] = await run(call, { operation: 'parse' });
	const row = JSON.stringify({ ...parsed?.json, history: undefined });
	const parameters = { ...find, fieldValue: row, quotes: said };
	const [item] = await run({}, parameters);
	expect(item?.json.found_quotes).toEqual([
		{ quote: said, is_found: true, said_by: 'agent', turn_index: null, offset_seconds: null },
	]);
});

test('Compare Numbers tells whether a contact is the customer', async () => {
	const contacts = [
		{ phone: '+49 202 5550147', mobile: '(202) 555-0147' },
		{ phone: '+49 202 5550147', mobile: '' },
		{ phone: null, mobile: 'ask Ann' },
	].map((json) => ({ json }));
	const numbers = '={{ [$json.phone, $json.mobile] }}';
	const options = { defaultCountry: 'US' };
	const { items, hints } = await runWithHints(contacts, { ...compare, numbers, options });
	expect(items.map(({ json }) => json)).toEqual([
		{
			...contacts[0]?.json,
			comparison: {
				is_customer: true,
				numbers: [
					{ number: '+49 202 5550147', is_customer: false },
					{ number: '(202) 555-0147', is_customer: true },
				],
			},
		},
		expect.objectContaining({ comparison: expect.objectContaining({ is_customer: false }) }),
		expect.objectContaining({ comparison: expect.objectContaining({ is_customer: null }) }),
	]);
	expect(hints).toMatchObject([{ message: expect.stringContaining('Default Country') }]);
});

const invalid: Array<[string, unknown]> = [
	['an object', '={{ ({ quote: "x" }) }}'],
	['true', '={{ true }}'],
	['nothing', '={{ $json.absent }}'],
	['a list of objects', '={{ [{ quote: "x" }] }}'],
	['101 texts', `={{ ${JSON.stringify(Array.from({ length: 101 }, () => 'x'))} }}`],
	['101 lines', 'x\n'.repeat(101)],
	['a text of 1,001 characters', 'x'.repeat(1_001)],
];

test.each(invalid)('quotes or numbers that are %s are an error by name', async (_, value) => {
	for (const [operation, name] of [
		[find, 'quotes'],
		[compare, 'numbers'],
	] as const) {
		const failure = run({}, { ...operation, [name]: String(value) });
		await expectFailure(failure, 'parameter-invalid');
		await expect(failure).rejects.toThrow(name === 'quotes' ? "'Quotes'" : "'Numbers'");
	}
});

test('no quote and no number is an error by name', async () => {
	await expectFailure(run({}, { ...find, quotes: '' }), 'texts-missing');
	await expectFailure(run({}, { ...compare, numbers: ' ' }), 'texts-missing');
});

test('100 texts of 1,000 characters are accepted', async () => {
	const quotes = Array.from({ length: 100 }, () => 'x '.repeat(500)).join('\n');
	const [item] = await run({}, { ...find, quotes });
	expect(item?.json.found_quotes).toHaveLength(100);
});

test('an item that already has such a field is an error before anything is done', async () => {
	await expectFailure(run({ found_quotes: [] }, { ...find, quotes: said }), 'field-name-taken');
	await expectFailure(run({ comparison: 1 }, { ...compare, numbers: '1' }), 'field-name-taken');
});

test.each<INodeParameters>([
	{ ...find, quotes: "={{ $fromAI('quotes', '', 'json') }}" },
	{ ...compare, numbers: "={{ $fromAI('quotes', '', 'json') }}" },
])('both are tools of an AI agent, and give the result alone', async (parameters) => {
	const host = createHost({
		type: 'voiceAgentTool',
		parameters: { resource: 'conversation', ...parameters },
	});
	const { execute } = new VoiceAgent();
	const [output = []] = await execute.call(host.execute([{ json: { quotes: [said] } }]));
	expect(Object.keys(output[0]?.json ?? {})).toEqual([
		'id',
		parameters.operation === 'findQuotes' ? 'found_quotes' : 'comparison',
	]);
});

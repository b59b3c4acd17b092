import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { type Output, type OutputOptions, OUTPUTS } from '../../../core/conversation/outputs.ts';
import { decideDelivery, parseDelivery } from '../../../core/delivery/decide-delivery.ts';
import { buildDiscardedItem } from '../../../core/delivery/discarded-delivery.ts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import { readPages } from '../../support/read-docs.mts';
import { buildOutputItems } from '../../support/records/read-fixture.mts';
import { makeRecord, run, runItems, runWithHints } from './conversation-driver.mts';

const parse = (parameters: INodeParameters = {}): INodeParameters => ({
	operation: 'parse',
	...parameters,
});
const record = makeRecord({ everyField: true, turns: 20 });
const event = { event: 'ConversationComplete', data: record };

// What else an item may hold is in test/unit/record/parse-item.
test('an event gives the same conversation as its record, without a credential', async () => {
	const [item] = await run(event, parse());
	expect([item]).toEqual(await run(record, parse()));
	expect(item?.json).toMatchObject({ id: record.id, shape: 'A', session_token: null });
});

test.each<[string, IDataObject, string]>([
	['an object', { kept: { deep: event } }, '={{ $json.kept.deep }}'],
	['JSON text', { payload: JSON.stringify(event) }, '={{ $json.payload }}'],
	['JSON text in the parameter', {}, JSON.stringify(event)],
])('the source may be a field: %s', async (_, item, fieldValue) => {
	const [parsed] = await run(item, parse({ source: 'field', fieldValue }));
	expect(parsed?.json.id).toBe(record.id);
});

// What the page says of a record that is nested otherwise, behind the trigger's output Raw.
const { history, ...head } = record;
test.each<[string, IDataObject]>([
	['one level deeper', { conversation: record }],
	['with the turns at another place', { ...head, dialog: { entries: history } }],
])('an expression of docs/first-call.md reads a record %s', async (nesting, data) => {
	const page = readPages().find(({ file }) => file === 'docs/first-call.md')?.text ?? '';
	const [deeper, elsewhere] = [...page.matchAll(/`(\{\{ .*?\$json\.data.*? \}\})`/g)].map(
		([, found]) => found,
	);
	const fieldValue = `=${nesting === 'one level deeper' ? deeper : elsewhere}`;
	const [parsed] = await run(
		{ event: 'ConversationComplete', data },
		parse({ source: 'field', fieldValue }),
	);
	const [expected] = await run(record, parse());
	const isReport = /^(?:additional_fields|parse_issues|parse_issue_count)$/;
	const fields = Object.entries(parsed?.json ?? {}).filter(([name]) => !isReport.test(name));
	const read = Object.fromEntries(fields);
	expect(expected?.json).toMatchObject(read);
	expect(read).toMatchObject({ id: record.id, answered: true });
});

const secret = { ...record, session_token: 'secret-of-the-session' };

test.each(OUTPUTS)(
	'the output %s is what core builds, the session token in Raw alone',
	async (output) => {
		const parsed = parseDelivery({ event: 'ConversationComplete', data: secret });
		if (!parsed.success) throw new Error(parsed.error.code);
		const items = await run(secret, parse({ output }));
		expect(items.map(({ json }) => json)).toEqual([
			...buildOutputItems(output, parsed.conversation, parsed.record),
		]);
		expect(items.length).toBeGreaterThan(0);
		expect(JSON.stringify(items).includes('secret-of-the-session')).toBe(output === 'raw');
	},
);

test('each item is paired with the one it came from', async () => {
	const jsons = ['c-1', 'c-2'].map((id) => ({ json: { id, agent_id: 'a-1' } }));
	const items = await runItems(jsons, parse());
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
});

const entry = { id: '7', started_at: '2026-11-03T09:00:00Z', duration_seconds: 60 };
const good = { id: 'c-1', agent_id: 'a-1' };

test.each<[string, IDataObject[], RegExp[]]>([
	['may be no conversation', [{ call: record, ...entry }], [/it may be no conversation/]],
	['is one', [{ agent_id: 'a', ...entry }, good], []],
	[
		'has values of an unexpected type, or no history',
		[{ ...good, duration_seconds: ['five'] }, good, { ...good, parse_issues: [] }],
		[/unexpected type.*parse_issues/, /no history.*Fields/],
	],
])('of an item that %s, hints say so once', async (_, jsons, messages) => {
	const items = [...jsons, ...jsons].map((json) => ({ json }));
	const { hints } = await runWithHints(items, parse({ output: 'flat' }));
	expect(hints).toMatchObject(
		messages.map((message) => ({
			message: expect.stringMatching(message),
			location: 'outputPane',
		})),
	);
	expect(hints).toHaveLength(messages.length);
});

test('an item without a record fails', async () => {
	const items = [{ json: { name: 'Ada' } }, { json: record }];
	await expectFailure(runItems(items, parse()), 'item-without-record', { itemIndex: 0 });
});

test('a record that holds too much fails and names the limit', async () => {
	const reasons = { test_eval_result: { reasons: Array(10_001).fill('') } };
	await expectFailure(run({ agent_id: '1', ...reasons }, parse()), 'too-many-elements', {
		description: expect.stringContaining(
			'Reason: The record holds more than 10,000 elements of another list, such as tools_added of a turn.',
		),
	});
});

const nested: IDataObject = JSON.parse(`${'{"a":'.repeat(1_001)}1${'}'.repeat(1_001)}`);

test.each<[string, IDataObject]>([
	['too-many-keys', Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`a${i}`, i]))],
	['name-too-long', { ['a'.repeat(1_001)]: 1 }],
	['id-too-long', { id: 'a'.repeat(299) }],
	['nested-too-deep', { other: nested }],
])('a record beyond a limit that only a sender can pass: %s', async (code, more) => {
	await expectFailure(run({ id: '1', agent_id: '1', ...more }, parse()), code);
});

test.each(['flat'])(
	'an item of %s, which has no turns, is rejected rather than read as a conversation without any',
	async (output) => {
		const [item] = await run(record, parse({ output }));
		for (const operation of ['parse', 'getTranscript', 'createReport']) {
			await expectFailure(run({ ...item?.json, crm_id: 7 }, { operation }), 'item-without-record', {
				description: expect.stringContaining('Conversation or Raw'),
			});
		}
	},
);

test.each(['A', 'B'])(
	'Raw is the whole event of shape %s, as the trigger emits it',
	async (shape) => {
		const [sample] = await run({}, { operation: 'createSample', shape, output: 'raw' });
		const data: unknown = expect.any(Object);
		expect(sample?.json).toEqual({ event: 'ConversationComplete', data, delivery: null });
		const item = { ...sample?.json, id: 'delivery-1' };
		const forged = { ...item, delivery: { valid: true } };
		expect(await run({ body: forged }, parse({ output: 'raw' }))).toMatchObject([{ json: item }]);
	},
);

test('an expression that fails keeps the words of n8n', async () => {
	await expect(
		run(record, parse({ source: 'field', fieldValue: "={{ $('Gone').item }}" })),
	).rejects.toMatchObject({
		message: expect.stringContaining("'Field Value'"),
		description: expect.stringContaining("doesn't exist"),
	});
});

// What else cannot be read is in shared/parameters.
test.each([
	['is not set', '', false],
	['holds text that is no JSON', '{"id": 1', true],
])('a field that %s is rejected by its parameter', async (_, fieldValue, isText) => {
	const failure: unknown = await run(record, parse({ source: 'field', fieldValue })).catch(
		(thrown: unknown) => thrown,
	);
	const context = { code: 'item-without-record' };
	expect(failure).toMatchObject({ context, message: expect.stringContaining("'Field Value'") });
	expect(Object(failure).description.includes('the text is not JSON')).toBe(isText);
});

describe('Create Sample', () => {
	// A node that was built with and then forgotten: behind a trigger it must never replace what came.
	const record = makeRecord({ withTools: true });
	const binary = { data: { data: 'aGk=', mimeType: 'text/plain' } };

	const createSample = (items: INodeExecutionData[], parameters: INodeParameters = {}) =>
		runWithHints(items, { operation: 'createSample', ...parameters });

	/** The first item that the trigger emits. */
	function emit(output: Output, options: OutputOptions = {}, event = 'ConversationComplete') {
		const settings = { events: [event], output: { output, options } };
		const decided = decideDelivery({ body: { event, data: record } }, settings);
		const [item] = decided.kind === 'event' ? decided.items : [];
		if (item === undefined) throw new Error(`Nothing of ${output} was emitted.`);
		return item as IDataObject;
	}

	const select = (output: Output, ...names: string[]) =>
		emit(output, { fields: { mode: 'selected', names } });

	const discard = (body: string) =>
		buildDiscardedItem(
			{ kind: 'rejected', httpStatus: 400, reason: 'body-not-json', message: 'No JSON.' },
			Buffer.from(body),
		) as IDataObject;

	async function expectPassedOn(json: IDataObject, parameters: INodeParameters = {}) {
		const item = { json, binary };
		const { items, hints } = await createSample([{ json: {} }, item], parameters);
		const passed = items.filter(({ pairedItem }) => Object(pairedItem).item === 1);
		expect(passed).toEqual([{ ...item, pairedItem: { item: 1 } }]);
		expect(hints).toEqual([expect.objectContaining({ location: 'outputPane', type: 'warning' })]);
		expect(hints[0]?.message).toContain('goes on unchanged');
		return hints[0]?.message.includes('not the selected Output');
	}

	describe.each(OUTPUTS)('an item of %s goes on unchanged', (output) => {
		test.each(OUTPUTS)(
			'and the hint says whether it is that of the Output %s',
			async (selected) => {
				expect(await expectPassedOn(emit(output), { output: selected })).toBe(output !== selected);
			},
		);
	});

	const call = { event: 'ConversationComplete', data: record };

	test.each<[string, IDataObject]>([
		['an event of another name', emit('conversation', {}, 'SessionStarted')],
		['a discarded delivery', discard('Hello')],
		['a discarded call', discard(JSON.stringify(call))],
		['a call that Parse rejects for its size', { ...record, history: Array(25_001).fill({}) }],
		['a call of a Webhook node', { headers: {}, body: call }],
		[
			'a call that lost all but what other systems have, too',
			select('conversation', 'id', 'status'),
		],
		['a call that lost all but what is made of it', select('flat', 'outcome', 'transcript')],
	])('%s goes on unchanged', async (_, json) => {
		await expectPassedOn(json);
	});

	test('a discarded delivery is of no Output', async () => {
		expect(await expectPassedOn(discard('Hello'), { output: 'simplified' })).toBe(true);
	});

	test('the same Fields as in the trigger are the same form', async () => {
		const fields = { choice: { mode: 'selected', conversationNames: ['id', 'outcome'] } };
		const item = select('conversation', 'id', 'outcome');
		expect(await expectPassedOn(item)).toBe(true);
		expect(await expectPassedOn(item, { options: { fields } })).toBe(false);
	});

	test('no option that cannot be read stops a call', async () => {
		const parameters = { options: { personalData: '={{ $json.missing }}' } };
		const { items } = await createSample([{ json: emit('conversation') }], parameters);
		expect(items).toMatchObject([{ json: { id: record.id } }]);
		await expectFailure(createSample([{ json: {} }], parameters), 'parameter-invalid');
	});

	test.each<[string, IDataObject]>([
		['the empty item of a Manual Trigger', {}],
		['a row of a form', { name: 'Ada', role: 'Owner', submittedAt: 'x', formMode: 'test' }],
		['a row of a CRM', { id: 7, status: 'open', created_at: 'x', name: 'Ada' }],
		['the item of a Webhook node without a call', { headers: {}, params: {}, query: {}, body: {} }],
	])('%s leads to a sample, without a hint', async (_, json) => {
		const { items, hints } = await createSample([{ json, binary }]);
		const additional_fields = { voice_agent_sample: true };
		const sample = expect.objectContaining({ shape: 'A', outcome: 'completed', additional_fields });
		expect(items).toEqual([{ json: sample, pairedItem: { item: 0 } }]);
		expect(hints).toEqual([]);
	});
});

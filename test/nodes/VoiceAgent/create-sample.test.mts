import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { type Output, type OutputOptions, OUTPUTS } from '../../../core/conversation/outputs.ts';
import { decideDelivery } from '../../../core/delivery/decide-delivery.ts';
import { buildDiscardedItem } from '../../../core/delivery/discarded-delivery.ts';
import { makeRecord, runWithHints } from './conversation-driver.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';

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
	test.each(OUTPUTS)('and the hint says whether it is that of the Output %s', async (selected) => {
		expect(await expectPassedOn(emit(output), { output: selected })).toBe(output !== selected);
	});
});

const call = { event: 'ConversationComplete', data: record };

test.each<[string, IDataObject]>([
	['an event of another name', emit('conversation', {}, 'SessionStarted')],
	['a discarded delivery', discard('Hello')],
	['a discarded call', discard(JSON.stringify(call))],
	['a call that Parse rejects for its size', { ...record, history: Array(25_001).fill({}) }],
	['a call of a Webhook node', { headers: {}, body: call }],
	['a call that lost all but what other systems have, too', select('conversation', 'id', 'status')],
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

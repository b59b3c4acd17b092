import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import { type Receiver, startReceiver } from '../../sandbox/start-receiver.mts';
import { finishConversation, retireWorkflow } from '../finish-conversation.mts';
import { importExample } from '../import-example.mts';
import { runByHand } from '../read-run.mts';
import type { ExamplesHost } from '../start-host.mts';
import { readDataTable } from '../targets/data-tables.mts';
import { readMessages } from '../targets/read-messages.mts';

/** Open at any hour of any day. */
const alwaysOpen = { opens_at_hour: '=0', closes_at_hour: '=24', last_working_day: '=7' };

/** The example against n8n's own Data Tables and a local receiver in the place of a chat's webhook. */
export function checkNoCalls(host: () => ExamplesHost): void {
	let chat: Receiver;
	const workflows: SavedWorkflow[] = [];
	const rows = () => readDataTable(host().session, 'voice_agent_last_call');

	async function importWith(limits: Record<string, string>) {
		const workflow = await importExample(host(), 'no-calls-any-more', {
			credentials: { voiceAgentOAuth2Api: await host().connect() },
			parameters: { 'Send to Chat': { url: chat.url } },
			assignments: { 'Your Limits': limits },
		});
		workflows.push(workflow);
		return workflow;
	}

	beforeAll(async () => {
		chat = await startReceiver({ status: 200, body: 'ok' });
	});

	afterAll(async () => {
		for (const workflow of workflows) await retireWorkflow(host(), workflow);
		await chat.close();
	});

	test('before the first call nothing is missed', async () => {
		const workflow = await importWith({ ...alwaysOpen, hours_without_call: '=0' });
		const run = await runByHand(host(), workflow, 'Every Hour');
		expect(run.items('Get Last Call')).toEqual([]);
		expect(readMessages(chat)).toEqual([]);
	});

	test('the time of the last call is in one row', async () => {
		const [workflow] = workflows;
		if (workflow === undefined) throw new Error('nothing was imported');
		await host().client.activate(workflow.id);
		const before = Date.now();
		for (const shape of ['A', 'B'] as const) await finishConversation(host(), workflow, { shape });
		expect(await rows()).toMatchObject([{ name: 'last' }]);
		expect(Date.parse(String((await rows())[0]?.called_at))).toBeGreaterThanOrEqual(before);
	});

	test('a call that is too long ago is told once a day, with its time', async () => {
		const [workflow] = workflows;
		if (workflow === undefined) throw new Error('nothing was imported');
		for (let count = 0; count < 2; count++) await runByHand(host(), workflow, 'Every Hour');
		const [row] = await rows();
		expect(readMessages(chat)).toEqual([
			expect.stringContaining(`No call has arrived since ${String(row?.called_at)}. Check`),
		]);
	});

	test.each([
		['a recent call', { ...alwaysOpen, hours_without_call: '=3' }, 'Get Last Call'],
		['a closed office', { ...alwaysOpen, opens_at_hour: '=24', hours_without_call: '=0' }, 'Your Limits'],
		['a day off', { ...alwaysOpen, last_working_day: '=0', hours_without_call: '=0' }, 'Your Limits'],
	])('%s is no reason for a message', async (_, limits, last) => {
		const before = readMessages(chat).length;
		const run = await runByHand(host(), await importWith(limits), 'Every Hour');
		expect(run.items(last)).toHaveLength(1);
		expect(run.items('Too Long Ago?')).toEqual([]);
		expect(readMessages(chat)).toHaveLength(before);
	});
}

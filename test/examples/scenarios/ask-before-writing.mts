import type { ConversationOptions } from '../../../sandbox/types.mts';
import { readDataTable } from '../../support/n8n/data-tables.mts';
import { host, shapes, useExample, type Run } from '../use-example.mts';

// n8n answers no click by a program that names itself as one.
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };

// The example against a stand-in for Slack: its buttons are clicked as a person would.
const slack = () => host.vendors.slack;
const rows = () => readDataTable(host.session, 'voice_agent_approved_calls');
const channelId = { __rl: true, mode: 'id', value: 'C0123456789' };
const example = useExample('ask-before-writing', () => ({
	parameters: { 'Ask in Slack': { channelId }, 'Tell Slack': { channelId } },
}));

beforeAll(() => example.publish());

/** Starts an execution, waits for the question in Slack, and clicks one of its buttons. */
async function answer(button: string, start: () => Promise<unknown>): Promise<Run> {
	const id = await example.waitForExecution(async () => {
		await start();
		// Until then n8n answers a click with 409.
		await example.waitUntilAsking();
		expect(slack().messages).toHaveLength(1);
		const clicked = await fetch(slack().messages[0]?.buttons[button] ?? '', { headers });
		expect(clicked.status).toBe(200);
	});
	return example.readRun(id);
}

/** The same with a conversation that finishes. */
async function answerQuestion(button: string, options: ConversationOptions = {}) {
	const record = host.sandbox.createRecord(options);
	return { record, run: await answer(button, () => host.sandbox.deliver(record)) };
}

test('the sample call is asked for by each run', async () => {
	for (let count = 0; count < 2; count++) {
		slack().messages.length = 0;
		const run = await answer('Leave it', () => example.begin());
		expect(run.items('Remove Duplicates')).toHaveLength(1);
	}
});

test.each(shapes)('a call of shape %s is written after a yes, once', async (shape) => {
	const { record } = await answerQuestion('Write it down', { shape, turns: 8 });
	await example.deliverAgain(record);
	const id = String(record.id ?? record.session_id);
	expect((await rows()).filter(({ conversation_id }) => conversation_id === id)).toMatchObject([
		{
			agent: record.agent_title ?? record.agent_name,
			transcript: expect.stringMatching(/^\w+: \S/),
		},
	]);
	expect(slack().messages.map(({ text }) => text)).toEqual([
		expect.stringContaining('Write this call down?'),
		expect.stringContaining(`Written down: the call ${id}`),
	]);
});

test('a call is not written after a no', async () => {
	const { record, run } = await answerQuestion('Leave it');
	expect(run.items('Write It Down')).toEqual([]);
	expect((await rows()).map(({ conversation_id }) => conversation_id)).not.toContain(record.id);
	expect(slack().messages).toHaveLength(1);
});

test('what a caller says mentions nobody', async () => {
	const history = [{ role: 'User', kind: 'Message', content: '<!channel> & <http://x|y>' }];
	await answerQuestion('Leave it', { overrides: { history } });
	expect(slack().messages).toMatchObject([
		{ isPlain: true, text: expect.stringContaining('<!channel> & <http://x|y>') },
	]);
});

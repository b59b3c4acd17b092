import type { ExamplesHost } from '../start-host.mts';
import { readDataTable } from '../../support/n8n/data-tables.mts';
import { shapes, useExample, type Run } from '../use-example.mts';

const tool = 'Get_Transcript';

/** The example up to what the language model receives: the list of calls, and the tool's answers. */
export function check(host: () => ExamplesHost): void {
	const model = () => host().model;
	const example = useExample(host, 'ai-call-questions');

	beforeAll(() => model().say('An answer.'));

	const ask = (chatInput: string): Promise<Run> =>
		example().run('When Chat Message Received', {
			sessionId: 'session-1',
			action: 'sendMessage',
			chatInput,
		});

	/** The messages of the newest request to the model, by their role. */
	const heard = (role: string) =>
		model()
			.requests.at(-1)
			?.messages.filter((message) => message.role === role) ?? [];

	test('before the first call the agent hears of none', async () => {
		const run = await ask('Who called?');
		expect(run.items('Answer Questions')).toEqual([{ output: 'An answer.' }]);
		expect(run.items('List Calls')).toEqual([{ calls: [] }]);
		expect(heard('user')).toMatchObject([{ content: 'Who called?' }]);
	});

	test('the tool gives the model what was said in the sample call', async () => {
		const { conversation: sample } = await example().run();
		model().callTool(tool, { conversation_id: sample.id });
		const run = await ask('What did the caller want?');
		expect(run.items('Answer Questions')).toEqual([{ output: 'An answer.' }]);
		expect(model().requests).toHaveLength(2);
		expect(model().requests[0]?.tools).toMatchObject([
			{ function: { name: tool, parameters: { required: ['conversation_id'] } } },
		]);
		expect(heard('developer')[0]?.content).toContain(JSON.stringify(sample.customer_number));
		const transcript = sample.transcript;
		expect(transcript).toMatch(/^\w+: \S/);
		expect(heard('tool').map(({ content }) => JSON.parse(content))).toEqual([
			[{ id: sample.id, formatted_transcript: `${transcript}\n` }],
		]);
		await example().publish();
	});

	test.each(shapes)('a call of shape %s can be asked about', async (shape) => {
		const { record } = await example().finish({ shape, turns: 8 });
		const id = record.id ?? record.session_id;
		model().callTool(tool, { conversation_id: id });
		const run = await ask('What was said last?');
		expect(run.items('List Calls')[0]?.calls).toContainEqual(
			expect.objectContaining({ conversation_id: id }),
		);
		expect(heard('tool').map(({ content }) => JSON.parse(content))).toEqual([
			[{ id, formatted_transcript: expect.stringMatching(/^\w+: \S/) }],
		]);
	});

	test('an id of no call is an error that the model can read', async () => {
		model().callTool(tool, { conversation_id: 'none' });
		const run = await ask('And the call before?');
		expect(run.items('Answer Questions')).toEqual([{ output: 'An answer.' }]);
		expect(heard('tool')).toMatchObject([
			{ content: expect.stringContaining('no event and no conversation record') },
		]);
	});

	test('a call in which nobody spoke is an error that the model can read', async () => {
		const { record } = await example().finish({ outcome: 'no_answer' });
		model().callTool(tool, { conversation_id: record.id });
		await ask('What did they say?');
		expect(heard('tool')).toMatchObject([
			{ content: expect.stringContaining('nobody said anything') },
		]);
	});

	test('a call that comes again is written over its row', async () => {
		const { record } = await example().finish();
		const rows = () => readDataTable(host().session, 'voice_agent_conversations');
		const before = await rows();
		await example().finish({
			overrides: { ...record, agent_title: 'Corrected' },
		});
		expect(await rows()).toHaveLength(before.length);
		expect((await rows()).at(-1)).toMatchObject({
			conversation_id: record.id,
			agent: 'Corrected',
		});
	});
}

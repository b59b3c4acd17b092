import { readDataTable } from '../../support/n8n/data-tables.mts';
import { host, shapes, useExample, type Run } from '../use-example.mts';

const tool = 'Get_Transcript';

// The example up to what the language model receives: the list of calls, and the tool's answers.
const model = () => host.model;
const example = useExample('ai-call-questions');

beforeAll(() => model().say('An answer.'));

const ask = (chatInput: string): Promise<Run> => {
	const message = { sessionId: 'session-1', action: 'sendMessage', chatInput };
	return example.run('When Chat Message Received', message);
};

/** The messages of the newest request to the model, by their role. */
function heard(role: string) {
	const { messages = [] } = model().requests.at(-1) ?? {};
	return messages.filter((message) => message.role === role);
}

test('before the first call the agent hears of none', async () => {
	const run = await ask('Who called?');
	expect(run.items('Answer Questions')).toEqual([{ output: 'An answer.' }]);
	expect(run.items('List Calls')).toEqual([{ calls: [] }]);
	expect(heard('user')).toMatchObject([{ content: 'Who called?' }]);
});

test('the tool gives the model what was said in the sample call', async () => {
	const { conversation: sample } = await example.run();
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
	await example.publish();
});

test.each(shapes)('a call of shape %s can be asked about', async (shape) => {
	const { record } = await example.finish({ shape, turns: 8 });
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

test('what the tool cannot read is an error that the model can read', async () => {
	const { record } = await example.finish({ outcome: 'no_answer' });
	for (const [conversation_id, error] of [
		['none', 'no event and no conversation record'],
		[record.id, 'nobody said anything'],
	] as const) {
		model().callTool(tool, { conversation_id });
		const run = await ask('What did they say?');
		expect(run.items('Answer Questions')).toEqual([{ output: 'An answer.' }]);
		expect(heard('tool')).toMatchObject([{ content: expect.stringContaining(error) }]);
	}
});

test('a call that comes again is written over its row', async () => {
	const { record } = await example.finish();
	const rows = () => readDataTable(host.session, 'voice_agent_conversations');
	const before = await rows();
	await example.deliver({ ...record, agent_title: 'Corrected' });
	expect(await rows()).toEqual([
		...before.slice(0, -1),
		expect.objectContaining({ conversation_id: record.id, agent: 'Corrected' }),
	]);
});

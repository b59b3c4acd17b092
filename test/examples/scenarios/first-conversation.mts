import { useExample } from '../use-example.mts';

// The example of `npm start`.
const example = useExample('first-conversation');

beforeAll(() => example.publish());

test('the sample is mapped before anyone has called', async () => {
	const run = await example.run();
	const { customer_number } = run.conversation;
	const transcript = expect.stringMatching(/^\w+: \S/);
	expect(run.items('Edit Fields')).toMatchObject([{ customer_number, transcript }]);
});

test('a call of shape B is mapped', async () => {
	const { record, run } = await example.finish({ shape: 'B', turns: 8 });
	expect(run.items('Edit Fields')).toMatchObject([
		{
			conversation_id: record.session_id,
			agent_title: record.agent_name,
			transcript: expect.stringMatching(/^\w+: \S/),
			audio_url: record.audio_url,
		},
	]);
});

test('a call that says nothing of itself is mapped to empty fields', async () => {
	const run = await example.deliver({});
	expect(run.items('Edit Fields')).toEqual([
		{
			...{ conversation_id: null, agent_title: null, customer_number: null },
			...{ duration_seconds: null, transcript: '', audio_url: null },
		},
	]);
});

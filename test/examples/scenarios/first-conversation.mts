import type { ExamplesHost } from '../start-host.mts';
import { useExample } from '../use-example.mts';

/** The example of `npm start`. */
export function check(host: () => ExamplesHost): void {
	const example = useExample(host, 'first-conversation');

	beforeAll(() => example().publish());

	test('the sample is mapped before anyone has called', async () => {
		const run = await example().run();
		expect(run.items('Edit Fields')).toMatchObject([
			{
				customer_number: run.conversation.customer_number,
				transcript: expect.stringMatching(/^\w+: \S/),
			},
		]);
	});

	test('a call of shape B is mapped', async () => {
		const { record, run } = await example().finish({ shape: 'B', turns: 8 });
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
		const run = await example().deliver({});
		expect(run.items('Edit Fields')).toEqual([
			{
				conversation_id: null,
				agent_title: null,
				customer_number: null,
				duration_seconds: null,
				transcript: '',
				audio_url: null,
			},
		]);
	});
}

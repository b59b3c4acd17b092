import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import { importExample } from '../import-example.mts';
import { runByHand } from '../read-run.mts';
import { retireWorkflow } from '../finish-conversation.mts';
import type { ExamplesHost } from '../start-host.mts';

/** The example against the sandbox's identity server. */
export function checkKeepConnected(host: () => ExamplesHost): void {
	let workflow: SavedWorkflow;

	beforeAll(async () => {
		workflow = await importExample(host(), 'keep-connected', {
			credentials: { voiceAgentOAuth2Api: await host().connect() },
		});
		await host().client.activate(workflow.id);
	});

	afterAll(() => retireWorkflow(host(), workflow));

	test('each run refreshes the token', async () => {
		const { sandbox } = host();
		const seen = sandbox.requests.length;
		const run = await runByHand(host(), workflow, 'Once a Week');
		expect(run.items('Refresh the Token')).toMatchObject([
			{ refreshed: true, refresh_token_expires_at: expect.any(String) },
		]);
		const grants = sandbox.requests
			.slice(seen)
			.filter(({ path }) => path.endsWith('/protocol/openid-connect/token'))
			.map(({ form, status }) => [form.grant_type, status]);
		expect(grants).toEqual([['refresh_token', 200]]);
	});
}

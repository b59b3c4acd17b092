import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import { finishConversation, retireWorkflow } from '../finish-conversation.mts';
import { importExample } from '../import-example.mts';
import { runByHand } from '../read-run.mts';
import type { ExamplesHost } from '../start-host.mts';
import { type MailServer, startMailServer } from '../targets/start-mail-server.mts';

/** The example against a real mail server. */
export function checkCallByEmail(host: () => ExamplesHost): void {
	let workflow: SavedWorkflow;
	let server: MailServer;

	beforeAll(async () => {
		server = await startMailServer();
		const name = 'SMTP';
		const id = await host().client.createCredential(name, 'smtp', server.credential);
		workflow = await importExample(host(), 'call-by-email', {
			credentials: { voiceAgentOAuth2Api: await host().connect(), smtp: { id, name } },
		});
	});

	afterAll(async () => {
		await retireWorkflow(host(), workflow);
		await server.close();
	});

	const namesOf = (mail: MailServer['mails'][number] | undefined) =>
		mail?.attachments.map(({ filename }) => filename);

	test.each(['A', 'B'] as const)('a call of shape %s brings transcript and recording', async (shape) => {
		await host().client.activate(workflow.id);
		const { record } = await finishConversation(host(), workflow, { shape, withCampaign: false });
		const mail = server.mails.at(-1);
		expect(mail).toMatchObject({
			from: { address: 'agent@mail.example.com' },
			to: [{ address: 'team@mail.example.com' }],
			subject: `Call with ${String(record.from_number)}: completed`,
		});
		expect(mail?.text).toContain(`Agent: ${String(record.agent_title ?? record.agent_name)}\n`);
		const id = String(record.id ?? record.session_id);
		expect(namesOf(mail)).toEqual([
			expect.stringMatching(/\.wav$/),
			`conversation-${id}.txt`,
		]);
		const [audio, transcript] = mail?.attachments ?? [];
		expect(Buffer.from(audio?.content as ArrayBuffer).subarray(0, 4).toString()).toBe('RIFF');
		expect(Buffer.from(transcript?.content as ArrayBuffer).toString()).toMatch(/^\w+: \S/);
	});

	test('a call without a recording, or whose recording has gone, comes all the same', async () => {
		for (const options of [
			{ withRecording: false },
			{ overrides: { audio_url: `${host().sandbox.url}/recordings/gone.wav` } },
		]) {
			const before = server.mails.length;
			await finishConversation(host(), workflow, options);
			expect(server.mails).toHaveLength(before + 1);
			expect(namesOf(server.mails.at(-1))).toEqual([expect.stringMatching(/\.txt$/)]);
		}
	});

	test('the sample sends a mail before anyone has called', async () => {
		const before = server.mails.length;
		await runByHand(host(), workflow, 'Voice Agent Trigger');
		expect(server.mails).toHaveLength(before + 1);
		expect(namesOf(server.mails.at(-1))).toEqual([expect.stringMatching(/\.txt$/)]);
		// The link of the sample is no one's.
		const { problems } = host().vendors;
		expect(problems.splice(0)).toEqual(['CONNECT voice-agent.example.com:443']);
	});
}

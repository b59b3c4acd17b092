import type { Email } from 'postal-mime';
import { host, shapes, useExample } from '../use-example.mts';

// The example against a real mail server.
const mails = () => host.mail.mails;
const example = useExample('call-by-email');

const namesOf = (mail: Email | undefined) => mail?.attachments.map(({ filename }) => filename);

test.each(shapes)('a call of shape %s brings transcript and recording', async (shape) => {
	await example.publish();
	const { record } = await example.finish({ shape, withCampaign: false });
	const mail = mails().at(-1);
	expect(mail).toMatchObject({
		from: { address: 'agent@mail.example.com' },
		to: [{ address: 'team@mail.example.com' }],
		subject: `Call with ${String(record.from_number)}: completed`,
	});
	expect(mail?.text).toContain(`Agent: ${String(record.agent_title ?? record.agent_name)}\n`);
	const id = String(record.id ?? record.session_id);
	expect(namesOf(mail)).toEqual([expect.stringMatching(/\.wav$/), `conversation-${id}.txt`]);
	const [audio, transcript] = mail?.attachments ?? [];
	expect(
		Buffer.from(audio?.content as ArrayBuffer)
			.subarray(0, 4)
			.toString(),
	).toBe('RIFF');
	expect(Buffer.from(transcript?.content as ArrayBuffer).toString()).toMatch(/^\w+: \S/);
});

test('a call without a recording, or whose recording has gone, comes all the same', async () => {
	for (const options of [
		{ withRecording: false },
		{ overrides: { audio_url: `${host.sandbox.url}/recordings/gone.wav` } },
	]) {
		mails().length = 0;
		await example.finish(options);
		expect(mails().map(namesOf)).toEqual([[expect.stringMatching(/\.txt$/)]]);
	}
});

test('the sample sends a mail before anyone has called', async () => {
	await example.run();
	expect(mails().map(namesOf)).toEqual([[expect.stringMatching(/\.txt$/)]]);
	// The link of the sample is no one's.
	const { problems } = host.vendors;
	expect(problems.splice(0)).toEqual(['CONNECT voice-agent.example.com:443']);
});

import type { Email } from 'postal-mime';
import { host, shapes, useExample } from '../use-example.mts';

// The example against a real mail server.
const mails = () => host.mail.mails;
const example = useExample('call-by-email');

const namesOf = (mail: Email | undefined) => mail?.attachments.map(({ filename }) => filename);

const withoutRecording = [expect.stringMatching(/\.txt$/), expect.stringMatching(/\.html$/)];

test.each(shapes)('a call of shape %s brings recording, transcript and report', async (shape) => {
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
	expect(namesOf(mail)).toEqual([
		expect.stringMatching(/\.wav$/),
		...[`conversation-${id}.txt`, `conversation-${id}.html`],
	]);
	const [audio, transcript, report] = mail?.attachments ?? [];
	expect(
		Buffer.from(audio?.content as ArrayBuffer)
			.subarray(0, 4)
			.toString(),
	).toBe('RIFF');
	expect(Buffer.from(transcript?.content as ArrayBuffer).toString()).toMatch(/^\w+: \S/);
	expect(Buffer.from(report?.content as ArrayBuffer).toString()).toContain('<h2>Timeline</h2>');
});

test.each([
	['none', { withRecording: false }],
	['not attached. ', { withRecording: true, recordingExpiresInSeconds: -60 }],
	['not attached. ', { withRecording: true, recordingBytes: 21_000_000 }],
	[
		'announced by the service, without a link yet',
		{ overrides: { has_audio: true, audio_url: null, audio_url_expires_at: null } },
	],
])('a call whose recording is %j comes all the same, and says so', async (state, options) => {
	await example.finish(options);
	expect(mails().map(namesOf)).toEqual([withoutRecording]);
	expect(mails()[0]?.text).toContain(`\nRecording: ${state}`);
});

test('the moment of a call is written in UTC', async () => {
	await example.finish({ overrides: { started_at: '2026-11-21T00:30:00+02:00' } });
	expect(mails()[0]?.text).toContain('\nStarted: 2026-11-20T22:30:00.000Z\n');
	expect(mails()[0]?.text).toContain('\nRecording: attached');
});

test('the sample sends a mail before anyone has called', async () => {
	await example.run();
	expect(mails().map(namesOf)).toEqual([withoutRecording]);
	// The link of the sample is no one's.
	const { problems } = host.vendors;
	expect(problems.splice(0)).toEqual(['CONNECT voice-agent.example.com:443']);
});

import type { Email } from 'postal-mime';
import { setUps } from '../set-ups.mts';
import { mailRequest } from '../targets/start-mail-server.mts';
import { host, useExample } from '../use-example.mts';

// The example against a real mail server.
const mails = () => host.mail.mails;
const example = useExample('call-by-email', () => setUps['call-by-email']);

const namesOf = (mail: Email | undefined) => mail?.attachments.map(({ filename }) => filename);

const withoutRecording = [expect.stringMatching(/\.txt$/), expect.stringMatching(/\.html$/)];

beforeAll(() => example.publish());

test('a call brings recording, transcript and report once, and its moment in UTC', async () => {
	const overrides = { started_at: '2026-11-21T00:30:00+02:00' };
	const { record } = await example.finish({ withCampaign: false, overrides });
	const [mail] = mails();
	expect(mail).toMatchObject({
		from: { address: 'agent@mail.example.com' },
		to: [{ address: 'team@mail.example.com' }],
		subject: `Call with ${String(record.from_number)}: completed`,
	});
	for (const line of [
		`Agent: ${String(record.agent_title)}\n`,
		'\nStarted: 2026-11-20T22:30:00.000Z\n',
		'\nRecording: attached',
	]) {
		expect(mail?.text).toContain(line);
	}
	const id = String(record.id);
	expect(namesOf(mail)).toEqual([
		expect.stringMatching(/\.wav$/),
		...[`conversation-${id}.txt`, `conversation-${id}.html`],
	]);
	const read = (index: number) =>
		Buffer.from(mail?.attachments[index]?.content as ArrayBuffer).toString();
	expect(read(0)).toMatch(/^RIFF/);
	expect(read(1)).toMatch(/^\w+: \S/);
	expect(read(2)).toContain('<h2>Timeline</h2>');
	await example.deliverAgain(record);
	expect(mails()).toHaveLength(1);
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

test('what is not known is written as unknown', async () => {
	await example.deliver({ id: null, started_at: '0001-01-01T00:00:00' });
	const [mail] = mails();
	expect(mail?.subject).toBe('Call with an unknown number: outcome not known');
	expect(mail?.text).toContain(
		[
			...['Agent: unknown', 'Customer: unknown', 'Outcome: not known', 'Started: unknown'],
			...['Length: unknown', 'Conversation: without id', 'Recording: none'],
		].join('\n'),
	);
});

test('a mail that was not confirmed turns red, and names the call', async () => {
	const record = host.sandbox.createRecord();
	host.vendors.switchboard.set({ request: mailRequest, kind: 'unavailable' });
	const { message } = await example.fail(record);
	expect(message).toContain(`the e-mail about call ${String(record.id)}`);
	await example.deliverAgain(record);
	expect(mails()).toEqual([]);
});

test('the sample sends a mail before anyone has called', async () => {
	await example.run();
	expect(mails().map(namesOf)).toEqual([withoutRecording]);
	// The link of the sample is no one's.
	const { problems } = host.vendors;
	expect(problems.splice(0)).toEqual(['CONNECT voice-agent.example.com:443']);
});

test('the body can be a note in HTML: escaped, cut, its one link that of the recording', async () => {
	const options = { includeRecordingLink: true, timeZone: 'Asia/Kolkata', longestBytes: 700 };
	const note = { format: 'noteHtml', putOutputIn: 'field', textField: 'note', options };
	await example.set('Get Transcript', () => note);
	const html = "={{ $('Get Transcript').item.json.note }}";
	await example.set('Send E-Mail', () => ({ emailFormat: 'html', html }));
	const audio_url = 'https://files.voice.example/r.wav?a=1&b=2';
	const hostile = { role: 'User', content: '<img src=x onerror=alert(1)>'.repeat(40) };
	const history = [{ role: 'User', content: 'Tom & "Ann" 😀' }, hostile, hostile];
	const overrides = { audio_url, history, started_at: '2026-11-20T22:30:00Z' };
	await example.finish({ overrides });
	const body = mails()[0]?.html ?? '';
	expect(body).toContain('<b>Started:</b> 21 November 2026 at 04:00:00');
	expect(body).toContain('<b>User:</b> Tom &amp; &quot;Ann&quot; 😀</p>');
	expect(
		body.match(/<(?!\/)[^>]*>/g)?.filter((tag) => !/^<(?:p dir="auto"|b)>$/.test(tag)),
	).toEqual(['<a href="https://files.voice.example/r.wav?a=1&amp;b=2">']);
	expect(body.trimEnd()).toMatch(/\[Cut here: the whole conversation is longer\.\]<\/p>$/);
	expect(Buffer.byteLength(body.trimEnd())).toBeLessThanOrEqual(700);
	// Nobody has this host either.
	expect(host.vendors.problems.splice(0)).toEqual(['CONNECT files.voice.example:443']);
});

import type { INodeExecutionData } from 'n8n-workflow';
import {
	createItem,
	download,
	failureOf,
	readReports,
} from '../../support/in-process/recording-driver.mts';
import type { DownloadRun } from '../../support/in-process/recording-driver.mts';
import { useStoredFiles } from '../../support/in-process/binary-storage.mts';
import { connectCredential } from '../../support/in-process/sandbox-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import { runWithHints } from './conversation-driver.mts';

const everyTrack = ['conversation', 'agent', 'user_raw', 'user_cleaned', 'synthesized'];
const sandbox = useSandbox();
/** Another server on another port: nothing may be sent there. */
const elsewhere = useSandbox();
const storage = useStoredFiles();

afterEach(() => {
	expect(elsewhere.requests).toEqual([]);
	// Nothing of the sign-in goes to a storage, whatever happened.
	for (const { headers } of sandbox.requests) {
		expect(headers).not.toHaveProperty('authorization');
		expect(headers).not.toHaveProperty('cookie');
	}
});

const runFor = (options: Partial<DownloadRun> = {}): DownloadRun => ({
	apiBaseUrl: sandbox.url,
	items: [createItem(sandbox)],
	...options,
});

async function fetchRecording(url: unknown): Promise<Buffer> {
	const response = await fetch(String(url));
	return Buffer.from(await response.arrayBuffer());
}

test('downloads the conversation of an event, with a connected credential and without its token', async () => {
	const [item] = await download(
		{ options: { resultOnly: true } },
		runFor({ credential: await connectCredential(sandbox) }),
	);
	const requests = sandbox.requests.filter(({ path }) => path.startsWith('/recordings/'));
	expect(requests).toMatchObject([{ method: 'GET', status: 200 }]);
	const record = sandbox.createRecord({ seed: 3, withTestRun: true });
	const expected = await fetchRecording(record.audio_url);
	const bytes = expected.length;
	const file_name = `conversation-${record.id}.wav`;
	const stored = { fileName: file_name, mimeType: 'audio/wav', fileExtension: 'wav', bytes };
	const track = {
		...{ track: 'conversation', status: 'downloaded', code: null, message: null },
		...{ http_status: null, url_host: new URL(sandbox.url).host, binary_field: 'recording' },
		...{ file_name, mime_type: 'audio/wav', bytes },
	};
	expect(item).toEqual({
		json: { id: record.id, recordings: { downloaded: 1, tracks: [track] } },
		binary: { recording: expect.objectContaining(stored) },
		pairedItem: { item: 0 },
	});
	expect((await storage.read(item?.binary?.recording)).equals(expected)).toBe(true);
});

test('every track has a binary field and a file of its own', async () => {
	const [item] = await download({ tracks: everyTrack, binaryField: 'audio' }, runFor());
	const record = sandbox.createRecord({ seed: 3, withTestRun: true });
	const { binary = {} } = item ?? {};
	expect(Object.keys(binary)).toHaveLength(5);
	for (const track of ['', 'agent_', 'synthesized_', 'user_cleaned_', 'user_raw_']) {
		const file = await storage.read(binary[`audio_${track}`.slice(0, -1)]);
		expect(file.equals(await fetchRecording(record[`${track}audio_url`]))).toBe(true);
	}
	expect(new Set(Object.values(binary).map(({ fileName }) => fileName)).size).toBe(5);
	expect(item?.json).toMatchObject({ recordings: { downloaded: 5 } });
});

test('links can be entered one by one, with a name and an end that counts if the storage rejects them', async () => {
	const { agent_audio_url: agent, audio_url: conversation } = sandbox.createRecord({ seed: 3 });
	const expiresAt = new Date(Date.now() - 20_000).toISOString();
	const urls = { agent: String(agent), conversationId: '../../etc/pass wd', expiresAt };
	const run = { ...runFor(), items: [{ json: { any: true } }] };
	const [item] = await download({ source: 'urls', urls }, run);
	expect(item?.binary?.recording_agent?.fileName).toBe('conversation-------etc-pass-wd-agent.wav');
	await sandbox.switchOnFault('status', { target: 'recordings', status: 403 });
	const ended = { conversation: String(conversation), expiresAt };
	await expectFailure(download({ source: 'urls', urls: ended }, run), 'recording-expired');
});

test('missing, expired and failing tracks do not lose the others', async () => {
	const user_raw_audio_url = 'https://10.0.0.1/secret.wav?signature=abc';
	const item = createItem(sandbox, { overrides: { agent_audio_url: null, user_raw_audio_url } });
	const body = '{"code":"ExpiredToken"}';
	await sandbox.switchOnFault('status', { target: 'recordings', status: 400, body, times: 1 });
	const items = await download({ tracks: everyTrack }, runFor({ items: [item] }));
	expect(items[0]?.json).toMatchObject({ recordings: { downloaded: 2 } });
	expect(readReports(items)).toMatchObject({
		conversation: { status: 'expired', code: 'recording-expired', http_status: 400 },
		agent: { status: 'missing', code: 'recording-missing', binary_field: null },
		user_raw: { status: 'failed', code: 'recording-url-private', url_host: '10.0.0.1' },
		user_cleaned: { status: 'downloaded' },
		synthesized: { status: 'downloaded' },
	});
	expect(JSON.stringify(items[0]?.json.recordings)).not.toMatch(/signature|secret\.wav/);
});

const links = ['audio', 'agent_audio', 'user_raw_audio', 'user_cleaned_audio', 'synthesized_audio'];
const withoutLinks = Object.fromEntries(links.map((link) => [`${link}_url`, null]));
const announced = { ...withoutLinks, has_audio: true };
const another = { agent_audio_url: 'https://a.example/1' };
const continuing = 'continueWithoutAny';

test.each<[string, object, string, string]>([
	['another link', { ...announced, ...another }, 'continue', 'recording-missing'],
	['no recording', { ...announced, has_audio: false }, 'continue', 'recording-missing'],
	['no recording', { ...announced, has_audio: false }, continuing, 'recording-missing'],
	['no word of a recording', { ...announced, has_audio: null }, 'continue', 'recording-missing'],
	['a recording without a link', announced, 'continue', 'recording-announced'],
	['a recording without a link', announced, 'fail', 'recording-announced'],
	['a recording without a link', announced, continuing, 'recording-announced'],
])('where the record has %s (%j), %s ends in %s', async (_, overrides, ifMissing, code) => {
	const items = [createItem(sandbox, { overrides: { ...overrides } })];
	const downloading = download({ options: { ifMissing } }, runFor({ items }));
	if (ifMissing !== continuing) {
		const isAnnounced = code === 'recording-announced';
		const words = /later delivery.*With Recording.*has_audio/;
		await expectFailure(downloading, code, {
			itemIndex: 0,
			description: isAnnounced ? expect.stringMatching(words) : expect.any(String),
		});
		return;
	}
	const passed = await downloading;
	expect(passed[0]?.json).toMatchObject({ recordings: { downloaded: 0 } });
	expect(readReports(passed)).toMatchObject({ conversation: { status: 'missing', code } });
});

test('one missing track is told by one hint, or fails before anything is downloaded', async () => {
	const tracks = ['agent', 'conversation'];
	const item = createItem(sandbox, { overrides: { agent_audio_url: null } });
	const options = { ifMissing: 'fail' };
	const failing = download({ tracks, options }, runFor({ items: [item] }));
	await expectFailure(failing, 'recording-missing', {
		description: expect.stringContaining('agent'),
	});
	expect(sandbox.requests).toEqual([]);
	const credential = await connectCredential(sandbox);
	const parameters = { resource: 'recording', operation: 'download', tracks };
	const listHints = async (...items: INodeExecutionData[]) =>
		(await runWithHints(items, parameters, { credential })).hints;
	expect(await listHints(createItem(sandbox))).toEqual([]);
	const message = expect.stringMatching(/not downloaded.*recordings\.tracks/);
	const hint = expect.objectContaining({ location: 'outputPane', message });
	expect(await listHints(item, createItem(sandbox), item)).toEqual([hint]);
});

test('different failures of all tracks are named one by one', async () => {
	const overrides = { audio_url: 'ftp://files.example.com/1.wav', agent_audio_url: null };
	const options = { ifMissing: 'continueWithoutAny' };
	const run = runFor({ items: [createItem(sandbox, { overrides })] });
	const downloading = download({ tracks: ['agent', 'conversation'], options }, run);
	await expectFailure(downloading, 'recordings-not-downloaded', {
		description: expect.stringMatching(
			/conversation: recording-url-scheme, files\.example\.com; agent: recording-missing/,
		),
	});
});

test.each([
	['no track', { tracks: [] }, 'recording-track-not-selected'],
	['no URL', { source: 'urls', urls: {} }, 'recording-track-not-selected'],
	['an empty URL', { source: 'urls', urls: { conversation: ' ' } }, 'recording-missing'],
	['no field name', { binaryField: ' ' }, 'field-name-missing'],
])('%s is rejected', async (_name, parameters, code) => {
	await expectFailure(download(parameters, runFor()), code);
	expect(sandbox.requests).toEqual([]);
});

async function redirect(location: string, options: { status?: number; times?: number } = {}) {
	await sandbox.switchOnFault('status', {
		target: 'recordings',
		status: options.status ?? 302,
		times: options.times ?? 1,
		headers: { location },
	});
}

const run = async (overrides?: Record<string, unknown>) =>
	await download({}, runFor({ items: [createItem(sandbox, { overrides })] }));

test.each([301, 302, 303, 307, 308])(
	'a redirect of status %i to a whole address is followed',
	async (status) => {
		const { agent_audio_url: target } = sandbox.createRecord({ seed: 3 });
		await redirect(String(target), { status });
		expect(readReports(await run())).toMatchObject({ conversation: { status: 'downloaded' } });
		expect(sandbox.requests).toMatchObject([
			{ status },
			{ status: 200, path: new URL(String(target)).pathname },
		]);
	},
);

test('a link without a host is on the host of the API base URL, and gets no token', async () => {
	const { pathname, search } = new URL(
		String(sandbox.createRecord({ seed: 3, withTestRun: true }).audio_url),
	);
	const credential = await connectCredential(sandbox);
	const items = [{ json: { audio_url: `${pathname}${search}` } }];
	const { conversation } = readReports(await download({}, runFor({ credential, items })));
	const { host } = new URL(sandbox.url);
	expect(conversation).toMatchObject({ status: 'downloaded', url_host: host });
	await expectFailure(download({}, { items, apiBaseUrl: undefined }), 'recording-url-invalid');
});

test('a redirect to a relative address is followed, five times at most', async () => {
	const url = new URL(String(sandbox.createRecord({ seed: 3, withTestRun: true }).audio_url));
	await redirect(url.pathname + url.search, { times: 5 });
	expect(readReports(await run())).toMatchObject({ conversation: { status: 'downloaded' } });
	expect(sandbox.requests).toHaveLength(6);
	await sandbox.reset();
	await redirect(url.pathname + url.search, { times: 6 });
	await expectFailure(run(), 'recording-redirect-invalid');
	expect(sandbox.requests).toHaveLength(6);
});

test('a redirect without an address is rejected', async () => {
	await sandbox.switchOnFault('status', { target: 'recordings', status: 302 });
	await expectFailure(run(), 'recording-redirect-invalid');
	expect(sandbox.requests).toHaveLength(1);
});

// Which addresses are rejected is in test/unit/recording/check-recording-url.
test('a redirect with credentials is rejected, and nothing is sent there or shown of it', async () => {
	await redirect(`http://me:hidden@${new URL(sandbox.url).host}/1.wav`);
	const failure = await failureOf(run());
	expect(failure).toMatchObject({ context: { code: 'recording-url-with-credentials' } });
	expect(sandbox.requests).toHaveLength(1);
	const everything = JSON.stringify(failure, Object.getOwnPropertyNames(failure));
	expect(everything).not.toMatch(/hidden|signature=/);
});

test('the second redirect is checked like the first', async () => {
	const url = new URL(String(sandbox.createRecord({ seed: 3, withTestRun: true }).audio_url));
	await redirect(url.href);
	await redirect(`//127.0.0.1:${new URL(elsewhere.url).port}/`);
	await expectFailure(run(), 'recording-url-private');
	expect(sandbox.requests.map(({ status }) => status)).toEqual([302, 302]);
});

test.each([
	['on another port of loopback', () => `${elsewhere.url}/1.wav`, 'recording-url-private'],
	['too long for one', () => `https://${'a'.repeat(100_000)}/1.wav`, 'recording-url-invalid'],
])(
	'an address %s is rejected: nothing is sent, and its error stays short',
	async (_, link, code) => {
		const failure = await failureOf(run({ audio_url: link() }));
		expect(failure).toMatchObject({ context: { code } });
		const everything = JSON.stringify(failure, Object.getOwnPropertyNames(failure));
		expect(everything.length).toBeLessThan(10_000);
		expect(sandbox.requests).toEqual([]);
	},
);

test('http is rejected where the API base URL is https, and without a credential', async () => {
	const items = [createItem(sandbox)];
	for (const apiBaseUrl of ['https://api.example.com', undefined]) {
		await expectFailure(download({}, { items, apiBaseUrl }), 'recording-url-scheme');
	}
	expect(sandbox.requests).toEqual([]);
});

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
	const fields = [
		'audio',
		'audio_agent',
		'audio_synthesized',
		'audio_user_cleaned',
		'audio_user_raw',
	];
	expect(Object.keys(item?.binary ?? {}).sort()).toEqual(fields);
	const record = sandbox.createRecord({ seed: 3, withTestRun: true });
	for (const [field, url] of [
		['audio', record.audio_url],
		['audio_agent', record.agent_audio_url],
		['audio_user_raw', record.user_raw_audio_url],
	] as const) {
		const file = await storage.read(item?.binary?.[field]);
		expect(file.equals(await fetchRecording(url))).toBe(true);
	}
	const names = Object.values(item?.binary ?? {}).map(({ fileName }) => fileName);
	expect(new Set(names).size).toBe(5);
	expect(item?.json).toMatchObject({ recordings: { downloaded: 5 } });
});

test('a record of shape B, as the item itself, has the conversation alone', async () => {
	const record = sandbox.createRecord({ seed: 3, shape: 'B' });
	const items = await download(
		{ tracks: everyTrack, options: { resultOnly: true } },
		runFor({ items: [{ json: JSON.parse(JSON.stringify(record)) }] }),
	);
	expect(items[0]?.json).toMatchObject({ id: record.session_id, recordings: { downloaded: 1 } });
	expect(readReports(items)).toMatchObject({
		conversation: { status: 'downloaded' },
		agent: { status: 'missing', code: 'recording-missing', url_host: null },
	});
});

test('links can be entered one by one, with a name and an end', async () => {
	const record = sandbox.createRecord({ seed: 3 });
	const agent = String(record.agent_audio_url);
	const urls = { agent, conversationId: '../../etc/pass wd' };
	const items = await download(
		{ source: 'urls', urls },
		runFor({ items: [{ json: { any: true } }] }),
	);
	expect(items[0]?.binary?.recording_agent?.fileName).toBe(
		'conversation-------etc-pass-wd-agent.wav',
	);
	await sandbox.switchOnFault('status', { target: 'recordings', status: 403 });
	const ended = { conversation: String(record.audio_url), expiresAt: '2026-01-01T00:00:00Z' };
	await expectFailure(download({ source: 'urls', urls: ended }, runFor()), 'recording-expired');
});

test('a link that works is downloaded, although it expired by the clock of n8n', async () => {
	const { audio_url } = sandbox.createRecord({ seed: 3 });
	const ended = {
		conversation: String(audio_url),
		expiresAt: new Date(Date.now() - 20_000).toISOString(),
	};
	const items = await download({ source: 'urls', urls: ended }, runFor());
	expect(readReports(items)).toMatchObject({ conversation: { status: 'downloaded' } });
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

describe('where the conversation has no recording', () => {
	const withoutAny = () => runFor({ items: [createItem(sandbox, { withRecording: false })] });
	const withOne = () =>
		runFor({ items: [createItem(sandbox, { overrides: { agent_audio_url: null } })] });

	test('the run fails', async () => {
		await expectFailure(download({}, withoutAny()), 'recording-missing', { itemIndex: 0 });
	});

	test('the item passes, where the user wants that', async () => {
		const options = { ifMissing: 'continueWithoutAny' };
		const items = await download({ options }, withoutAny());
		expect(items[0]?.json).toMatchObject({ recordings: { downloaded: 0 } });
		expect(readReports(items)).toMatchObject({ conversation: { status: 'missing' } });
	});

	test('one missing track fails before anything is downloaded, where the user wants that', async () => {
		const asked = { tracks: ['agent', 'conversation'], options: { ifMissing: 'fail' } };
		await expectFailure(download(asked, withOne()), 'recording-missing', {
			description: expect.stringContaining('agent'),
		});
		expect(sandbox.requests).toEqual([]);
	});
});

describe('where a recording is announced and has no link yet', () => {
	const announced = (overrides: object = {}) => {
		const links = ['audio', 'agent_audio', 'user_raw_audio', 'user_cleaned_audio'];
		const without = Object.fromEntries(links.map((link) => [`${link}_url`, null]));
		const item = createItem(sandbox, {
			overrides: { ...without, synthesized_audio_url: null, has_audio: true, ...overrides },
		});
		return runFor({ items: [item] });
	};

	test.each(['continue', 'fail'])('the run says so (%s)', async (ifMissing) => {
		const run = download(
			{ tracks: ['conversation', 'agent'], options: { ifMissing } },
			announced(),
		);
		await expectFailure(run, 'recording-announced', {
			message: expect.stringContaining('no link to the recording yet'),
			description: expect.stringMatching(/later delivery.*With Recording.*has_audio/),
		});
	});

	test('the item passes, where the user wants that', async () => {
		const options = { ifMissing: 'continueWithoutAny' };
		const items = await download({ options }, announced());
		const report = { status: 'missing', code: 'recording-announced' };
		expect(readReports(items)).toMatchObject({ conversation: report });
	});

	test.each([
		{ has_audio: false },
		{ has_audio: null },
		{ agent_audio_url: 'https://a.example/1' },
	])('not with %j', async (overrides) => {
		await expectFailure(download({}, announced(overrides)), 'recording-missing');
	});
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

test('an item that holds no record is rejected', async () => {
	const items = [{ json: { hello: 'world' } }];
	await expectFailure(download({}, runFor({ items })), 'item-without-record');
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
	await download(
		{},
		{ credential: await connectCredential(sandbox), items: [createItem(sandbox, { overrides })] },
	);

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

test('a link to loopback on another port is rejected, and nothing is sent at all', async () => {
	await expectFailure(run({ audio_url: `${elsewhere.url}/1.wav` }), 'recording-url-private');
	expect(sandbox.requests).toEqual([]);
});

test('no error quotes a link that is too long for an address', async () => {
	const failure = await failureOf(run({ audio_url: `https://${'a'.repeat(100_000)}/1.wav` }));
	expect(failure).toMatchObject({ context: { code: 'recording-url-invalid' } });
	const everything = JSON.stringify(failure, Object.getOwnPropertyNames(failure));
	expect(everything.length).toBeLessThan(10_000);
	expect(sandbox.requests).toEqual([]);
});

test('http is rejected where the API base URL is https, and without a credential', async () => {
	const items = [createItem(sandbox)];
	for (const apiBaseUrl of ['https://api.example.com', undefined]) {
		await expectFailure(download({}, { items, apiBaseUrl }), 'recording-url-scheme');
	}
	expect(sandbox.requests).toEqual([]);
});

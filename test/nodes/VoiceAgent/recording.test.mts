import { createItem, download, failureOf, readReports } from './recording-driver.mts';
import type { DownloadRun } from './recording-driver.mts';
import { useBinaryStorage, useStoredFiles } from '../host/binary-storage.mts';
import { connectCredential } from '../host/sandbox-credential.mts';
import { useSandbox } from '../host/use-sandbox.mts';

const everyTrack = ['conversation', 'agent', 'user_raw', 'user_cleaned', 'synthesized'];
const sandbox = useSandbox();
const storage = useStoredFiles();

afterEach(() => {
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
	expect(item).toEqual({
		json: {
			id: record.id,
			recordings: {
				downloaded: 1,
				tracks: [
					{
						track: 'conversation',
						status: 'downloaded',
						code: null,
						message: null,
						http_status: null,
						url_host: new URL(sandbox.url).host,
						binary_field: 'recording',
						file_name: `conversation-${record.id}.wav`,
						mime_type: 'audio/wav',
						bytes: expected.length,
					},
				],
			},
		},
		binary: {
			recording: expect.objectContaining({
				mimeType: 'audio/wav',
				fileName: `conversation-${record.id}.wav`,
				fileExtension: 'wav',
				bytes: expected.length,
			}),
		},
		pairedItem: { item: 0 },
	});
	expect((await storage.read(item?.binary?.recording)).equals(expected)).toBe(true);
});

test('every track has a binary field and a file of its own', async () => {
	const [item] = await download({ tracks: everyTrack, binaryField: 'audio' }, runFor());
	expect(Object.keys(item?.binary ?? {}).sort()).toEqual([
		'audio',
		'audio_agent',
		'audio_synthesized',
		'audio_user_cleaned',
		'audio_user_raw',
	]);
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
	const items = await download(
		{
			source: 'urls',
			urls: { agent: String(record.agent_audio_url), conversationId: '../../etc/pass wd' },
		},
		runFor({ items: [{ json: { anything: true } }] }),
	);
	expect(items[0]?.binary?.recording_agent?.fileName).toBe(
		'conversation-------etc-pass-wd-agent.wav',
	);
	await sandbox.switchOnFault('status', { target: 'recordings', status: 403 });
	await expect(
		download(
			{
				source: 'urls',
				urls: { conversation: String(record.audio_url), expiresAt: '2026-01-01T00:00:00Z' },
			},
			runFor(),
		),
	).rejects.toMatchObject({ context: { code: 'recording-expired' } });
});

test('in memory, which n8n can be set to, it works as well', async () => {
	const memory = await useBinaryStorage('default');
	const [item] = await download({}, runFor());
	const { audio_url: url } = sandbox.createRecord({ seed: 3, withTestRun: true });
	const file = Buffer.from(item?.binary?.recording?.data ?? '', 'base64');
	expect(file.equals(await fetchRecording(url))).toBe(true);
	expect(await memory.listFiles()).toEqual([]);
	await memory.remove();
});

test('one missing and one failing track do not lose the others', async () => {
	const item = createItem(sandbox, {
		overrides: {
			agent_audio_url: null,
			user_raw_audio_url: 'https://10.0.0.1/secret.wav?signature=abc',
		},
	});
	const items = await download({ tracks: everyTrack }, runFor({ items: [item] }));
	expect(items[0]?.json).toMatchObject({ recordings: { downloaded: 3 } });
	expect(readReports(items)).toMatchObject({
		conversation: { status: 'downloaded' },
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
		await expect(download({}, withoutAny())).rejects.toMatchObject({
			context: { code: 'recording-missing', itemIndex: 0 },
		});
	});

	test('the item passes, where the user wants that', async () => {
		const options = { ifMissing: 'continueWithoutAny' };
		const items = await download({ options }, withoutAny());
		expect(items[0]?.json).toMatchObject({ recordings: { downloaded: 0 } });
		expect(readReports(items)).toMatchObject({ conversation: { status: 'missing' } });
	});

	test('one missing track fails before anything is downloaded, where the user wants that', async () => {
		const failure = await failureOf(
			download({ tracks: ['agent', 'conversation'], options: { ifMissing: 'fail' } }, withOne()),
		);
		expect(failure).toMatchObject({
			context: { code: 'recording-missing' },
			description: expect.stringContaining('agent'),
		});
		expect(sandbox.requests).toEqual([]);
	});
});

describe('a link that has expired', () => {
	const expired = () => runFor({ items: [createItem(sandbox, { recordingExpiresInSeconds: -5 })] });

	test('is named if the storage rejects it', async () => {
		const failure = await failureOf(download({}, expired()));
		expect(failure).toMatchObject({
			message: expect.stringContaining('has expired'),
			context: { code: 'recording-expired' },
		});
		expect(sandbox.requests).toMatchObject([{ status: 403 }]);
	});

	test.each([
		['20 seconds ago, by the clock of n8n', () => new Date(Date.now() - 20_000).toISOString()],
		['at a date that was never set', () => '0001-01-01T00:00:00'],
	])('is tried all the same: %s', async (_name, expiresAt) => {
		const overrides = { audio_url_expires_at: expiresAt() };
		const items = await download({}, runFor({ items: [createItem(sandbox, { overrides })] }));
		expect(readReports(items)).toMatchObject({ conversation: { status: 'downloaded' } });
	});
});

test('different failures of all tracks are named one by one', async () => {
	const overrides = { audio_url: 'ftp://files.example.com/1.wav', agent_audio_url: null };
	const failure = await failureOf(
		download(
			{ tracks: ['agent', 'conversation'] },
			runFor({ items: [createItem(sandbox, { overrides })] }),
		),
	);
	expect(failure).toMatchObject({
		context: { code: 'recordings-not-downloaded' },
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
	await expect(download(parameters, runFor())).rejects.toMatchObject({ context: { code } });
	expect(sandbox.requests).toEqual([]);
});

test('an item that holds no record is rejected', async () => {
	const items = [{ json: { hello: 'world' } }];
	await expect(download({}, runFor({ items }))).rejects.toMatchObject({
		context: { code: 'item-without-record' },
	});
});

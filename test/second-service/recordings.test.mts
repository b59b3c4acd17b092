import type { INodeParameters } from 'n8n-workflow';
import { download, failureOf, readReports } from '../support/in-process/recording-driver.mts';
import { useBinaryStorage } from '../support/in-process/binary-storage.mts';
import type { BinaryStorage } from '../support/in-process/binary-storage.mts';
import { createRecord } from './service/records.mts';
import { startSecondService } from './service/start-service.mts';
import type { SecondService } from './service/start-service.mts';
import { wave } from './service/storage.mts';

let service: SecondService;
let binaries: BinaryStorage;

beforeAll(async () => {
	service = await startSecondService();
});
beforeEach(async () => {
	binaries = await useBinaryStorage();
});
afterEach(async () => await binaries.remove());
afterAll(async () => await service.close());

interface Recording {
	name: string;
	/** Default: beside the API. */
	storageUrl?: string;
	expiresAt?: string | null;
	parameters?: INodeParameters;
}

/** Downloads the conversation's recording of an event whose link leads to this name. */
async function downloadNamed({
	name,
	storageUrl = service.url,
	expiresAt = null,
	parameters = {},
}: Recording) {
	const data = {
		...createRecord(service.url),
		audio_url: `${storageUrl}/recordings/${name}`,
		audio_url_expires_at: expiresAt,
	};
	const items = [{ json: { event: 'ConversationComplete', data } }];
	const output = await download(parameters, { items, apiBaseUrl: service.url });
	return { item: output[0], report: readReports(output).conversation };
}

async function expectWave(recording: Recording): Promise<{ file_name: string }> {
	const { item, report } = await downloadNamed(recording);
	expect(report).toMatchObject({
		status: 'downloaded',
		mime_type: 'audio/wav',
		bytes: wave.length,
	});
	const [file] = Object.values(item?.binary ?? {});
	expect((await binaries.read(file)).equals(wave)).toBe(true);
	return { file_name: '', ...report };
}

test('a recording behind a redirect to a path without extension is a wave file', async () => {
	const { file_name } = await expectWave({ name: 'call.wav' });
	expect(file_name).toMatch(/\.wav$/);
});

test('a recording that only its first bytes name is a wave file', async () => {
	const { file_name } = await expectWave({ name: 'named' });
	expect(file_name).toMatch(/\.wav$/);
});

test('audio that is labelled as a web page is a recording', async () => {
	await expectWave({ name: 'labelled.wav' });
});

test.each([
	['in the year 1, which stands for never', () => '0001-01-01T00:00:00'],
	['20 s ago by another clock', () => new Date(Date.now() - 20_000).toISOString()],
])('a link that works is downloaded, although it expired %s', async (_, expiresAt) => {
	await expectWave({ name: 'call.wav', expiresAt: expiresAt() });
});

test('a link that is rejected after its expiry says that it expired', async () => {
	const expiresAt = '2024-01-01T00:00:00Z';
	const run = downloadNamed({
		name: 'expired.wav',
		expiresAt,
		parameters: { options: { ifMissing: 'fail' } },
	});
	expect(await failureOf(run)).toMatchObject({ context: { code: 'recording-expired' } });
});

test.each([
	['a page to sign in at', 'login.wav', 'recording-not-audio'],
	['a page that is labelled as audio', 'page-as-audio.wav', 'recording-not-audio'],
	['XML', 'denied.wav', 'recording-not-audio'],
	['JSON', 'problem.wav', 'recording-not-audio'],
	['an empty body', 'empty.wav', 'recording-not-audio'],
	['half a file', 'truncated.wav', 'recording-incomplete'],
	['202', 'later.wav', 'recording-not-ready'],
])('%s is no recording: it fails, and nothing is kept', async (_, name, code) => {
	const failure = await failureOf(downloadNamed({ name }));
	expect(failure).toMatchObject({ context: { code } });
	expect(await binaries.listFiles()).toEqual([]);
});

test('a storage of its own in the private network is reached only if the user names it', async () => {
	const { url: storageUrl, calls, close } = await startSecondService();
	try {
		const rejected = downloadNamed({ name: 'call.wav', storageUrl });
		expect((await failureOf(rejected)).message).toMatch(/private/i);
		expect(calls).toEqual([]);
		const options = { privateHosts: new URL(storageUrl).host };
		await expectWave({ name: 'call.wav', storageUrl, parameters: { options } });
	} finally {
		await close();
	}
});

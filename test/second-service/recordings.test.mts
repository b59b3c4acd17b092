import type { INodeParameters } from 'n8n-workflow';
import { download, failureOf, readReports } from '../nodes/action-recording-driver.mts';
import { useBinaryStorage } from '../nodes/host/binary-storage.mts';
import type { BinaryStorage } from '../nodes/host/binary-storage.mts';
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
	expiresAt?: string | null;
	parameters?: INodeParameters;
}

/** Downloads the conversation's recording of an event whose link leads to this name. */
async function downloadNamed({ name, expiresAt = null, parameters = {} }: Recording) {
	const data = {
		...createRecord(service.url),
		audio_url: `${service.url}/recordings/${name}`,
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

test('sound that is labelled as a web page is a recording', async () => {
	await expectWave({ name: 'labelled.wav' });
});

test('a link that is refused after its expiry says that it expired', async () => {
	const expiresAt = '2024-01-01T00:00:00Z';
	const run = downloadNamed({
		name: 'expired.wav',
		expiresAt,
		parameters: { options: { ifMissing: 'fail' } },
	});
	expect((await failureOf(run)).message).toMatch(/expired/i);
});

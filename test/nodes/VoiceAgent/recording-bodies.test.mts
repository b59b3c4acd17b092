import type { OutgoingHttpHeaders, RequestListener } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { download, readReports, useStorages } from './recording-driver.mts';
import { useStoredFiles } from '../host/binary-storage.mts';

const startStorage = useStorages();
const storage = useStoredFiles();

/** Downloads one recording from a storage that is also the API base URL. */
async function downloadFrom(listener: RequestListener, path = '/1.wav') {
	const url = await startStorage(listener);
	const items = [{ json: { id: 'one', agent_id: 'agent', audio_url: `${url}${path}` } }];
	return await download({}, { apiBaseUrl: url, items });
}

const send =
	(body: string | Buffer, headers: OutgoingHttpHeaders = {}, status = 200): RequestListener =>
	(_request, response) => {
		response.writeHead(status, headers);
		response.end(body);
	};

const wav = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(40_000, 7)]);

// What else is no recording is in test/unit/recording/recording and test/second-service/recordings.
test('204 in place of a recording is a failure, and nothing is kept', async () => {
	await expect(downloadFrom(send('', {}, 204))).rejects.toMatchObject({
		context: { code: 'recording-not-audio' },
	});
	expect(await storage.listFiles()).toEqual([]);
});

test.each([
	['of some kB', wav],
	['of a few bytes', wav.subarray(0, 12)],
	['of as many bytes as are looked at', wav.subarray(0, 1024)],
])('a recording %s is stored whole, though it is called a web page', async (_name, file) => {
	const [item] = await downloadFrom(send(file, { 'content-type': 'text/html' }), '/get.php');
	expect(item?.binary?.recording).toMatchObject({ mimeType: 'audio/wav', fileExtension: 'wav' });
	expect((await storage.read(item?.binary?.recording)).equals(file)).toBe(true);
});

test('a recording that arrives byte by byte at first is stored whole', async () => {
	const [item] = await downloadFrom((_request, response) => {
		response.write(wav.subarray(0, 1));
		setImmediate(() => {
			response.write(wav.subarray(1, 5));
			setImmediate(() => response.end(wav.subarray(5)));
		});
	});
	expect((await storage.read(item?.binary?.recording)).equals(wav)).toBe(true);
});

test.each([
	['Content-Disposition', '/signed', { 'content-disposition': 'filename="1.mp3"' }, 'mp3'],
	['its link', '/signed', {}, 'wav'],
	['the last address', '/signed.flac', {}, 'flac'],
])('behind a redirect the file has the extension of %s', async (...row) => {
	const [, path, headers, extension] = row;
	const [item] = await downloadFrom((request, response) => {
		const isLink = request.url === '/1.wav';
		response.writeHead(isLink ? 302 : 200, {
			...headers,
			location: path,
			'content-type': 'binary/octet-stream',
		});
		response.end(isLink ? '' : Buffer.from([0xfe, 0, 1]));
	});
	expect(item?.binary?.recording?.fileName).toBe(`conversation-one.${extension}`);
});

test('202 means that the recording is not ready yet', async () => {
	await expect(downloadFrom(send('', {}, 202))).rejects.toMatchObject({
		message: 'The recording is not ready yet.',
		httpCode: '202',
		context: { code: 'recording-not-ready' },
	});
});

describe('a storage on a private network', () => {
	async function downloadAllowing(privateHosts: string, location = '') {
		const url = await startStorage((request, response) => {
			const isRedirect = request.url === '/1.wav' && location !== '';
			response.writeHead(isRedirect ? 302 : 200, { location });
			response.end(isRedirect ? '' : wav);
		});
		const parameters: INodeParameters = {
			options: { privateHosts: privateHosts.replace('HOST', new URL(url).host) },
		};
		const items = [{ json: { id: 'one', agent_id: 'agent', audio_url: `${url}/1.wav` } }];
		return await download(parameters, { apiBaseUrl: 'https://api.example.com', items });
	}

	test('is reached if the user allows it, and a redirect inside it', async () => {
		for (const location of ['', '/2.wav']) {
			const items = await downloadAllowing('storage.internal, HOST', location);
			expect(readReports(items)).toMatchObject({ conversation: { status: 'downloaded' } });
		}
	});

	test.each([
		['is not reached if the user allows another', 'storage.internal, 127.0.0.1', ''],
		['leads to no other private host', 'HOST', 'http://127.0.0.1:9/2.wav'],
	])('%s', async (_, privateHosts, location) => {
		await expect(downloadAllowing(privateHosts, location)).rejects.toMatchObject({
			context: { code: 'recording-url-scheme' },
		});
	});
});

import { URL_FIELDS } from '../../core/conversation/conversation.ts';
import { useSandbox } from '../support/servers/use-sandbox.mts';
import type { ConversationOptions } from '../../sandbox/types.mts';

let now = new Date('2026-11-21T09:00:00.000Z');
const sandbox = useSandbox({ now: () => now });
beforeEach(() => {
	now = new Date('2026-11-21T09:00:00.000Z');
});

const createRecord = (options: ConversationOptions = {}) =>
	sandbox.createRecord({ seed: 3, withTestRun: true, ...options });

async function download(url: unknown) {
	const response = await fetch(String(url));
	return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test.each(Object.values(URL_FIELDS))(
	'%s serves a playable WAV file as long as the conversation',
	async (field) => {
		const record = createRecord();
		const { response, bytes } = await download(record[field]);
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('audio/wav');
		expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
		expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
		expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
		expect(bytes.toString('latin1', 8, 16)).toBe('WAVEfmt ');
		const [format, channels, bits] = [20, 22, 34].map((place) => bytes.readUInt16LE(place));
		expect([format, channels, bytes.readUInt32LE(24), bits]).toEqual([1, 1, 8000, 8]);
		expect(bytes.toString('latin1', 36, 40)).toBe('data');
		expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44);
		const started = Date.parse(String(record.recording_started_at));
		const seconds = (Date.parse(String(record.ended_at)) - started) / 1000;
		expect((bytes.length - 44) / 8000).toBeCloseTo(seconds, 2);
	},
);

test('a link ends when its time is over; the record says when', async () => {
	const { audio_url, audio_url_expires_at } = createRecord({ recordingExpiresInSeconds: 60 });
	expect(audio_url_expires_at).toBe('2026-11-21T09:01:00.000Z');
	now = new Date('2026-11-21T09:00:59.999Z');
	expect((await download(audio_url)).response.status).toBe(200);
	now = new Date('2026-11-21T09:01:00.000Z');
	const { response, bytes } = await download(audio_url);
	expect(response.status).toBe(403);
	expect(JSON.parse(bytes.toString())).toMatchObject({ detail: 'The link has expired.' });
});

test.each<[string, (url: URL) => unknown, number]>([
	['a later end', (url) => url.searchParams.set('expires', '4102444800'), 403],
	['another signature', (url) => url.searchParams.set('signature', '0'.repeat(64)), 403],
	['another track', (url) => (url.pathname = url.pathname.replace('conversation', 'agent')), 403],
	['no signature', (url) => url.searchParams.delete('signature'), 403],
	['a size of less than a head', (url) => url.searchParams.set('bytes', '43'), 400],
	['a size beyond the format', (url) => url.searchParams.set('bytes', '4294967296'), 400],
])('a link with %s is rejected', async (_name, change, status) => {
	const url = new URL(String(createRecord().audio_url));
	change(url);
	expect((await download(url)).response.status).toBe(status);
});

test('a recording that is not known any more is not found', async () => {
	const { audio_url } = createRecord();
	await sandbox.reset();
	expect((await download(audio_url)).response.status).toBe(404);
});

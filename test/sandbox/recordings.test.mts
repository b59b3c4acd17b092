import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { ConversationOptions, Sandbox } from '../../sandbox/types.mts';

let now = new Date('2026-11-21T09:00:00.000Z');
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ now: () => now });
});
beforeEach(() => {
	now = new Date('2026-11-21T09:00:00.000Z');
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const urlFields = [
	'audio_url',
	'agent_audio_url',
	'user_raw_audio_url',
	'user_cleaned_audio_url',
	'synthesized_audio_url',
];

const createUrl = (options: ConversationOptions = {}, field = 'audio_url') =>
	String(sandbox.createRecord({ seed: 3, withTestRun: true, ...options })[field]);

async function download(url: string) {
	const response = await fetch(url);
	return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test.each(urlFields)('%s serves a playable WAV file as long as the conversation', async (field) => {
	const record = sandbox.createRecord({ seed: 3, withTestRun: true });
	const { response, bytes } = await download(String(record[field]));
	expect(response.status).toBe(200);
	expect(response.headers.get('content-type')).toBe('audio/wav');
	expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
	expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
	expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
	expect(bytes.toString('latin1', 8, 16)).toBe('WAVEfmt ');
	const [format, channels, rate, bits] = [
		bytes.readUInt16LE(20),
		bytes.readUInt16LE(22),
		bytes.readUInt32LE(24),
		bytes.readUInt16LE(34),
	];
	expect([format, channels, rate, bits]).toEqual([1, 1, 8000, 8]);
	expect(bytes.toString('latin1', 36, 40)).toBe('data');
	expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44);
	const started = Date.parse(String(record.recording_started_at));
	const seconds = (Date.parse(String(record.ended_at)) - started) / 1000;
	expect((bytes.length - 44) / rate).toBeCloseTo(seconds, 2);
});

test('there is audio while somebody speaks and silence in between', async () => {
	const record = sandbox.createRecord({ seed: 3 });
	const { bytes } = await download(String(record.audio_url));
	const started = Date.parse(String(record.recording_started_at));
	const audioAt = (milliseconds: number) => {
		const from = 44 + Math.round((milliseconds - started) * 8);
		return bytes.subarray(from, from + 400).some((sample) => sample !== 128);
	};
	const history: unknown = record.history;
	if (!Array.isArray(history)) throw new Error('There is no history.');
	const spoken = history.flatMap((turn) => (turn.metrics === undefined ? [] : [turn.metrics]));
	expect(spoken.length).toBeGreaterThan(3);
	for (const { started_speaking_at, stopped_speaking_at } of spoken) {
		expect(audioAt(Date.parse(started_speaking_at) + 100)).toBe(true);
		expect(audioAt(Date.parse(stopped_speaking_at) + 20)).toBe(false);
	}
});

test("the agent's track holds other audio than the caller's", async () => {
	const agent = await download(createUrl({}, 'agent_audio_url'));
	const caller = await download(createUrl({}, 'user_raw_audio_url'));
	expect(agent.bytes.length).toBe(caller.bytes.length);
	const both = agent.bytes
		.subarray(44)
		.filter((sample, index) => sample !== 128 && caller.bytes[index + 44] !== 128);
	expect(both).toHaveLength(0);
});

test('the same conversation sounds the same', async () => {
	const [first, second] = [await download(createUrl()), await download(createUrl())];
	expect(first.bytes.equals(second.bytes)).toBe(true);
});

test('a link ends when its time is over, the record says when', async () => {
	const record = sandbox.createRecord({ recordingExpiresInSeconds: 60 });
	const url = String(record.audio_url);
	expect(record.audio_url_expires_at).toBe('2026-11-21T09:01:00.000Z');
	now = new Date('2026-11-21T09:00:59.999Z');
	expect((await download(url)).response.status).toBe(200);
	now = new Date('2026-11-21T09:01:00.000Z');
	const { response, bytes } = await download(url);
	expect(response.status).toBe(403);
	expect(JSON.parse(bytes.toString())).toMatchObject({ detail: 'The link has expired.' });
});

test.each([
	['a later end', (url: URL) => url.searchParams.set('expires', '4102444800')],
	['another signature', (url: URL) => url.searchParams.set('signature', '0'.repeat(64))],
	['another track', (url: URL) => (url.pathname = url.pathname.replace('conversation', 'agent'))],
	['no signature', (url: URL) => url.searchParams.delete('signature')],
])('a link with %s is rejected', async (_name, change) => {
	const url = new URL(createUrl());
	change(url);
	expect((await download(url.href)).response.status).toBe(403);
});

test('a recording that is not known any more is not found', async () => {
	const url = createUrl();
	await sandbox.reset();
	expect((await download(url)).response.status).toBe(404);
});

test.each(['43', '1.5', 'many', '4294967296'])('a size of %s is rejected', async (bytes) => {
	const { response } = await download(`${createUrl()}&bytes=${bytes}`);
	expect(response.status).toBe(400);
});

test('a file of any size is streamed', async () => {
	const response = await fetch(createUrl({ recordingBytes: 40_000_000 }));
	const reader = response.body?.getReader();
	const sizes: number[] = [];
	for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
		sizes.push(part.value.length);
	}
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(40_000_000);
	expect(sizes.length).toBeGreaterThan(100);
});

test('a download is recorded with the headers that it carried', async () => {
	const url = createUrl();
	await fetch(url, { headers: { authorization: 'Bearer leaked' } });
	expect(sandbox.requests).toMatchObject([
		{ path: new URL(url).pathname, headers: { authorization: 'Bearer leaked' }, status: 200 },
	]);
});

test('a record without a recording has no links', () => {
	expect(sandbox.createRecord({ withRecording: false })).toMatchObject({
		has_audio: false,
		audio_url: null,
		audio_url_expires_at: null,
		agent_audio_url: null,
	});
});

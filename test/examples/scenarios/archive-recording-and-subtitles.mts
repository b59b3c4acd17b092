import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { host, useExample } from '../use-example.mts';

// The example against the only folder that this n8n lets workflows write to.
const example = useExample('archive-recording-and-subtitles', () => ({
	assignments: { 'Select Folder': { folder: host.filesFolder } },
}));
const listFiles = () => readdir(host.filesFolder);

beforeAll(() => example.publish());

test('a call leaves its audio and its subtitles', async () => {
	const { record } = await example.finish({ withRecording: true });
	const id = String(record.id);
	const files = (await listFiles()).filter((name) => name.includes(id)).sort();
	expect(files).toEqual([`conversation-${id}.vtt`, `conversation-${id}.wav`]);
	const served = await fetch(String(record.audio_url));
	const audio = await readFile(join(host.filesFolder, `conversation-${id}.wav`));
	expect(audio.equals(Buffer.from(await served.arrayBuffer()))).toBe(true);
	const subtitles = await readFile(join(host.filesFolder, `conversation-${id}.vtt`), 'utf8');
	expect(subtitles).toMatch(/^WEBVTT\n/);
	expect(subtitles).toMatch(/\d\d:\d\d\.\d{3} --> \d\d:\d\d/);
});

test('a call without a recording is left out', async () => {
	await example.expectAnswer(host.sandbox.createRecord({ withRecording: false }), 'ignored');
});

test('two calls without an id leave two pairs', async () => {
	const before = await listFiles();
	const pairs: string[] = [];
	for (let count = 0; count < 2; count++) {
		const { run } = await example.finish({ withRecording: true, overrides: { id: null } });
		for (const type of ['vtt', 'wav']) pairs.push(`execution-${run.id}-conversation.${type}`);
	}
	const files = (await listFiles()).filter((name) => !before.includes(name));
	expect(files.sort()).toEqual(pairs.sort());
});

test.each([
	['a link to other tracks alone', {}],
	[
		'word of a recording, and no link',
		{ agent_audio_url: null, user_raw_audio_url: null, user_cleaned_audio_url: null },
	],
])('a call with %s leaves its subtitles', async (_, links) => {
	const overrides = { audio_url: null, ...links };
	const { record, run } = await example.finish({ withRecording: true, overrides });
	expect(run.items('Download Recording')).toMatchObject([{ recordings: { downloaded: 0 } }]);
	const files = (await listFiles()).filter((name) => name.includes(String(record.id)));
	expect(files).toEqual([`conversation-${String(record.id)}.vtt`]);
});

test('a link that has expired is a failed execution', async () => {
	const options = { withRecording: true, recordingExpiresInSeconds: -60 };
	expect(await example.fail(host.sandbox.createRecord(options))).toMatchObject({
		node: 'Download Recording',
		message: expect.stringContaining('The link to the recording has expired.'),
	});
});

test('a copy with a token that nobody signed replaces no file', async () => {
	const { record } = await example.finish({ withRecording: true });
	const headers = { 'content-type': 'application/json', authorization: 'Bearer forged' };
	const data = { ...record, status: 'Corrected' };
	const body = JSON.stringify({ event: 'ConversationComplete', data });
	const url = host.sandbox.registrations[0]?.url ?? '';
	const forge = async () => void (await fetch(url, { method: 'POST', headers, body }));
	await example.readRun(await example.waitForExecution(forge));
	const id = String(record.id);
	const files = (await listFiles()).filter((name) => name.includes(id)).sort();
	const names = ['vtt', 'wav'].map((type) => `conversation-${id}.${type}`);
	expect(files).toEqual([...names, ...names.map((name) => `invalid-token-${name}`)]);
});

test('an id that looks like a path leads out of no folder', async () => {
	await example.finish({ withRecording: true, overrides: { id: '../../outside' } });
	expect(await listFiles()).toEqual(
		expect.arrayContaining([expect.stringMatching(/^conversation-[\w-]*outside\.wav$/)]),
	);
});

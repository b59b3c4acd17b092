import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversationOptions } from '../../../sandbox/types.mts';
import type { ExamplesHost } from '../start-host.mts';
import { shapes, useExample } from '../use-example.mts';

/** The example against the only folder that this n8n lets workflows write to. */
export function check(host: () => ExamplesHost): void {
	const example = useExample(host, 'archive-recording-and-subtitles', () => ({
		assignments: { 'Select Folder': { folder: host().filesFolder } },
	}));
	const listFiles = () => readdir(host().filesFolder);

	beforeAll(() => example().publish());

	test.each(shapes)('a call of shape %s leaves its audio and its subtitles', async (shape) => {
		const { record } = await example().finish({ shape, withRecording: true });
		const id = String(record.id ?? record.session_id);
		const files = (await listFiles()).filter((name) => name.includes(id)).sort();
		expect(files).toEqual([`conversation-${id}.vtt`, `conversation-${id}.wav`]);
		const served = await fetch(String(record.audio_url));
		const audio = await readFile(join(host().filesFolder, `conversation-${id}.wav`));
		expect(audio.equals(Buffer.from(await served.arrayBuffer()))).toBe(true);
		const subtitles = await readFile(join(host().filesFolder, `conversation-${id}.vtt`), 'utf8');
		expect(subtitles).toMatch(/^WEBVTT\n/);
		expect(subtitles).toMatch(/\d\d:\d\d\.\d{3} --> \d\d:\d\d/);
	});

	test('a call without a recording is left out', async () => {
		const { deliveries } = await host().sandbox.finishConversation({ withRecording: false });
		expect(deliveries[0]?.attempts[0]?.answer).toContain('ignored');
	});

	test('two calls without an id leave two pairs', async () => {
		const before = await listFiles();
		const missing = { withRecording: true, overrides: { id: null } };
		const first = await example().finish(missing);
		const second = await example().finish(missing);
		const pairs = [first, second].flatMap(({ run }) => [
			`execution-${run.id}-conversation.vtt`,
			`execution-${run.id}-conversation.wav`,
		]);
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
		const { record, run } = await example().finish({
			withRecording: true,
			overrides: { audio_url: null, ...links },
		});
		expect(run.items('Download Recording')).toMatchObject([{ recordings: { downloaded: 0 } }]);
		const files = (await listFiles()).filter((name) => name.includes(String(record.id)));
		expect(files).toEqual([`conversation-${String(record.id)}.vtt`]);
	});

	/** Delivers a call whose recording cannot be had, and reads what the user sees of it. */
	async function failOnce(options: ConversationOptions = {}) {
		const record = host().sandbox.createRecord({ withRecording: true, ...options });
		return example().readFailure(await example().startByDelivery(record));
	}

	test('a link that has expired is a failed execution', async () => {
		expect(await failOnce({ recordingExpiresInSeconds: -60 })).toEqual({
			node: 'Download Recording',
			message: expect.stringContaining('The link to the recording has expired.'),
		});
	});

	test('a storage without the recording is a failed execution', async () => {
		await host().sandbox.switchOnFault('status', { target: 'recordings', status: 404 });
		const failure = await failOnce();
		host().sandbox.clearFaults();
		expect(failure).toEqual({
			node: 'Download Recording',
			message: expect.stringContaining('has no recording at this link'),
		});
	});

	test('an id that looks like a path leads out of no folder', async () => {
		await example().finish({
			withRecording: true,
			overrides: { id: '../../outside' },
		});
		expect(await listFiles()).toEqual(
			expect.arrayContaining([expect.stringMatching(/^conversation-[\w-]*outside\.wav$/)]),
		);
	});
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SavedWorkflow } from '../../../host/n8n/n8n-workflow-types.mts';
import type { ConversationOptions } from '../../../sandbox/types.mts';
import { finishConversation, retireWorkflow, startByDelivery } from '../finish-conversation.mts';
import { importExample, readExampleFile } from '../import-example.mts';
import { readFailure } from '../read-run.mts';
import type { ExamplesHost } from '../start-host.mts';

/** Gives the example's one setting, the folder, another value. */
function chooseFolder(folder: string): Record<string, unknown> {
	const node = readExampleFile('archive-recording-and-subtitles').nodes.find(
		({ name }) => name === 'Select Folder',
	);
	const text = JSON.stringify(node?.parameters.assignments);
	return { assignments: JSON.parse(text.replace('/home/node/.n8n-files', folder)) };
}

/** The example against the only folder that this n8n lets workflows write to. */
export function checkArchive(host: () => ExamplesHost): void {
	let workflow: SavedWorkflow;
	const listFiles = () => readdir(host().filesFolder);

	beforeAll(async () => {
		workflow = await importExample(host(), 'archive-recording-and-subtitles', {
			credentials: { voiceAgentOAuth2Api: await host().connect() },
			parameters: { 'Select Folder': chooseFolder(host().filesFolder) },
		});
		await host().client.activate(workflow.id);
	});

	afterAll(() => retireWorkflow(host(), workflow));

	test.each(['A', 'B'] as const)('a call of shape %s leaves its audio and its subtitles', async (shape) => {
		const { record } = await finishConversation(host(), workflow, { shape, withRecording: true });
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
		const first = await finishConversation(host(), workflow, missing);
		const second = await finishConversation(host(), workflow, missing);
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
		const { record, run } = await finishConversation(host(), workflow, {
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
		return readFailure(host(), await startByDelivery(host(), workflow, record));
	}

	test('a link that has expired is a failed execution', async () => {
		expect(await failOnce({ recordingExpiresInSeconds: -60 })).toEqual({
			node: 'Download Recording',
			message: expect.stringContaining('The link to the recording has expired.'),
		});
	});

	test('a storage that rejects is a failed execution', async () => {
		await host().sandbox.switchOnFault('status', { target: 'recordings', status: 404 });
		const failure = await failOnce();
		host().sandbox.clearFaults();
		expect(failure).toEqual({
			node: 'Download Recording',
			message: expect.stringContaining('rejected the request.'),
		});
	});

	test('an id that looks like a path leads out of no folder', async () => {
		await finishConversation(host(), workflow, {
			withRecording: true,
			overrides: { id: '../../outside' },
		});
		expect(await listFiles()).toEqual(
			expect.arrayContaining([expect.stringMatching(/^conversation-[\w-]*outside\.wav$/)]),
		);
	});
}

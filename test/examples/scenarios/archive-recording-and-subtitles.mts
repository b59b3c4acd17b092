import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SavedWorkflow } from '../../../sandbox/n8n/n8n-workflow-types.mts';
import { finishConversation, retireWorkflow } from '../finish-conversation.mts';
import { importExample, readExampleFile } from '../import-example.mts';
import type { ExamplesHost } from '../start-host.mts';

/** Gives the example's one setting, the folder, another value. */
function chooseFolder(folder: string): Record<string, unknown> {
	const node = readExampleFile('archive-recording-and-subtitles').nodes.find(
		({ name }) => name === 'Choose Folder',
	);
	const text = JSON.stringify(node?.parameters.assignments);
	return { assignments: JSON.parse(text.replace('/home/node/.n8n-files', folder)) };
}

/** The example against the only folder that this n8n lets workflows write to. */
export function checkArchive(host: () => ExamplesHost): void {
	let workflow: SavedWorkflow;

	beforeAll(async () => {
		workflow = await importExample(host(), 'archive-recording-and-subtitles', {
			credentials: { voiceAgentOAuth2Api: await host().connect() },
			parameters: { 'Choose Folder': chooseFolder(host().filesFolder) },
		});
		await host().client.activate(workflow.id);
	});

	afterAll(() => retireWorkflow(host(), workflow));

	test.each(['A', 'B'] as const)('a call of shape %s leaves its sound and its subtitles', async (shape) => {
		const { record } = await finishConversation(host(), workflow, { shape, withRecording: true });
		const id = String(record.id ?? record.session_id);
		const files = (await readdir(host().filesFolder)).filter((name) => name.includes(id)).sort();
		expect(files).toEqual([`conversation-${id}.vtt`, `conversation-${id}.wav`]);
		const served = await fetch(String(record.audio_url));
		const sound = await readFile(join(host().filesFolder, `conversation-${id}.wav`));
		expect(sound.equals(Buffer.from(await served.arrayBuffer()))).toBe(true);
		const subtitles = await readFile(join(host().filesFolder, `conversation-${id}.vtt`), 'utf8');
		expect(subtitles).toMatch(/^WEBVTT\n/);
		expect(subtitles).toMatch(/\d\d:\d\d\.\d{3} --> \d\d:\d\d/);
	});

	test('a call without a recording is left out', async () => {
		const { deliveries } = await host().sandbox.finishConversation({ withRecording: false });
		expect(deliveries[0]?.attempts[0]?.answer).toContain('ignored');
	});

	test('an id that looks like a path leads out of no folder', async () => {
		await finishConversation(host(), workflow, {
			withRecording: true,
			overrides: { id: '../../outside' },
		});
		expect(await readdir(host().filesFolder)).toEqual(
			expect.arrayContaining([expect.stringMatching(/^conversation-[\w-]*outside\.wav$/)]),
		);
	});
}

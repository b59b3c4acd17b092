import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findN8nFolder, resetDataFolder } from '../../../host/demo/reset-data-folder.mts';
import { findStateFile } from '../../../host/demo/start-state.mts';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'voice-agent-reset-'));
	await mkdir(findN8nFolder(folder));
	await writeFile(join(findN8nFolder(folder), 'n8n.log'), '');
	await writeFile(join(folder, 'notes.txt'), '');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('deletes the n8n and the state of earlier starts, also a state that cannot be read', async () => {
	await writeFile(findStateFile(folder), 'broken');
	await resetDataFolder(folder);
	expect(await readdir(folder)).toEqual(['notes.txt']);
});

test('touches nothing in a folder that no start has used', async () => {
	await resetDataFolder(folder);
	expect(await readdir(folder)).toEqual(['n8n', 'notes.txt']);
});

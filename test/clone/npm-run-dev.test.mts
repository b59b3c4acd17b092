import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../../host/wait-until.mts';
import { projectRoot } from '../../scripts/project-paths.mjs';
import { endStarts, logIn, stayUp } from './npm-start.mts';

jest.setTimeout(600_000);

let clone: string;

beforeAll(async () => {
	clone = await mkdtemp(join(tmpdir(), 'voice-agent-dev-'));
});

afterEach(endStarts);
afterAll(() => rm(clone, { recursive: true, force: true }));

test('a text that is changed is in the node types of the editor', async () => {
	const leftOut = ['node_modules', 'dist', '.git', '.sandbox', 'docs', 'test'].map((name) =>
		join(projectRoot, name),
	);
	await cp(projectRoot, clone, { recursive: true, filter: (from) => !leftOut.includes(from) });
	await symlink(join(projectRoot, 'node_modules'), join(clone, 'node_modules'), 'junction');
	const folder = join(clone, '.sandbox');
	const { output, interrupt, ended } = await stayUp(folder, { command: ['run', 'dev'], clone });
	await waitUntil(() => (output().includes('n8n loads each change') ? true : undefined), {
		what: 'the sources to be watched',
	});
	const { session } = await logIn(folder);
	const file = join(clone, 'nodes', 'VoiceAgentTrigger', 'VoiceAgentTrigger.node.ts');
	const source = await readFile(file, 'utf8');
	// The second shows that n8n still looks after it has loaded the first.
	for (const changed of ['Changed once', 'Changed twice']) {
		await writeFile(file, source.replace(/(?<=^\t\tdescription: ')[^']+/m, changed));
		const hasChanged = async () =>
			(await session.page(`${session.url}/types/nodes.json`)).includes(`"${changed}"`);
		await waitUntil(async () => ((await hasChanged()) ? true : undefined), {
			what: `"${changed}" in the editor`,
		});
	}
	interrupt();
	await ended;
});

import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Where a run leaves what its runners counted, for .ci/run to add up: `--results <folder>`, else a
 * temporary one. A suite leaves jest's own JSON, a check `{"step", "code"}`.
 */
export async function readResultsFolder(argv) {
	const at = argv.indexOf('--results');
	const given = at === -1 ? undefined : argv[at + 1];
	const folder =
		given === undefined ? await mkdtemp(join(tmpdir(), 'voice-agent-results-')) : resolve(given);
	await mkdir(folder, { recursive: true });
	const fileFor = (name) => join(folder, `${name.replace(/[^a-z0-9]+/gi, '-')}.json`);
	return {
		fileFor,
		addStep: (name, code) => writeFile(fileFor(name), JSON.stringify({ step: name, code })),
	};
}

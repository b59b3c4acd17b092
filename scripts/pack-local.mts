import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from './project-paths.mjs';
import { runProcess } from './run-process.mjs';
import type { Call } from './steps.mts';

/**
 * Packs the built package as npm would publish it, and prints how to install it in a self-hosted n8n.
 * `--to` names another folder for the tarball than the clone. Resolves with the exit code.
 */
export async function packLocal({ argv }: Call): Promise<number> {
	const { values } = parseArgs({
		args: argv,
		options: { to: { type: 'string', default: projectRoot }, verbose: { type: 'boolean' } },
	});
	const folder = resolve(values.to);
	const { code, output } = await runProcess('npm', ['pack', '--pack-destination', folder]);
	if (code !== 0) {
		console.error(output);
		return code;
	}
	const { name, version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
	const tarball = join(folder, `${name}-${version}.tgz`);
	console.log(`Packed: ${tarball}

Next, on the machine of your n8n:

  mkdir -p ~/.n8n/nodes && cd ~/.n8n/nodes
  npm install --omit=peer --legacy-peer-deps ${tarball}

Then restart n8n. Other ways to install it: docs/install.md`);
	return 0;
}

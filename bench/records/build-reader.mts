import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { build } from 'esbuild';

import type { parseDelivery } from '../../core/delivery/decide-delivery.ts';

/** What every commit's `parseDelivery` gives, as far as the benchmark looks at it. */
export type Reader = typeof parseDelivery;

const root = join(import.meta.dirname, '../..');

/**
 * Bundles `parseDelivery` as it is in the working tree, or as a commit had it, into one file.
 *
 * @returns the path of that file
 */
export async function buildReader(folder: string, commit?: string): Promise<string> {
	const outfile = join(folder, `${commit ?? 'working-tree'}.cjs`);
	const source = commit === undefined ? root : checkOutCore(join(folder, commit), commit);
	await build({
		entryPoints: [join(source, 'core/delivery/decide-delivery.ts')],
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		outfile,
		absWorkingDir: root,
		// A commit's files lie outside the project.
		nodePaths: [join(root, 'node_modules')],
	});
	return outfile;
}

/** Loads a file of {@link buildReader}. */
export function loadReader(file: string): Reader {
	const bundle: { parseDelivery: Reader } = createRequire(import.meta.url)(file);
	return bundle.parseDelivery;
}

function checkOutCore(folder: string, commit: string): string {
	mkdirSync(folder);
	const archive = execFileSync('git', ['archive', commit, 'core'], {
		cwd: root,
		maxBuffer: 64 * 1024 ** 2,
	});
	execFileSync('tar', ['-x', '-C', folder], { input: archive });
	return folder;
}

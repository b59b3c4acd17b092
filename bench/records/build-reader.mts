import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { parseDelivery } from '../../core/delivery/decide-delivery.ts';
import { projectRoot } from '../../scripts/project-paths.mjs';

/** Bundles `parseDelivery` as it is in the working tree, or as a commit had it, and loads it. */
export async function buildReader(folder: string, commit?: string): Promise<typeof parseDelivery> {
	const outfile = join(folder, `${commit ?? 'working-tree'}.cjs`);
	const source = commit === undefined ? projectRoot : checkOutCore(join(folder, commit), commit);
	await build({
		entryPoints: [join(source, 'core/delivery/decide-delivery.ts')],
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		outfile,
		absWorkingDir: projectRoot,
		// A commit's files lie outside the project.
		nodePaths: [join(projectRoot, 'node_modules')],
	});
	const bundle: { parseDelivery: typeof parseDelivery } = createRequire(import.meta.url)(outfile);
	return bundle.parseDelivery;
}

function checkOutCore(folder: string, commit: string): string {
	mkdirSync(folder);
	const archive = execFileSync('git', ['archive', commit, 'core'], {
		cwd: projectRoot,
		maxBuffer: 64 * 1024 ** 2,
	});
	execFileSync('tar', ['-x', '-C', folder], { input: archive });
	return folder;
}

import { cp, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { projectRoot } from '../../scripts/project-paths.mjs';
import type { InstalledN8n } from './n8n-paths.mts';

const packageJson = z.object({ name: z.string(), files: z.array(z.string()) });

/** Where n8n with this data looks for community packages. */
export const findModules = (userFolder: string): string =>
	join(userFolder, '.n8n', 'nodes', 'node_modules');

/**
 * Puts the built package where n8n looks for community packages, with the files that the published
 * one has, so its types are called `n8n-nodes-voice-agent.…`. Beside it goes a link to n8n's own
 * n8n-workflow: the data folder may lie inside a clone, whose copy of it would be found first and
 * whose errors n8n would not know as its own. Replaces what an earlier call left.
 */
export async function placePackage(userFolder: string, installed: InstalledN8n): Promise<void> {
	const { name, files } = packageJson.parse(
		JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')),
	);
	if (!existsSync(join(projectRoot, 'dist'))) {
		throw new Error(`${projectRoot} holds no dist: run "npm run build" first.`);
	}
	const modules = findModules(userFolder);
	const target = join(modules, name);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	for (const file of [...files, 'package.json']) {
		const from = join(projectRoot, file);
		if (existsSync(from)) await cp(from, join(target, file), { recursive: true });
	}
	const link = join(modules, 'n8n-workflow');
	await rm(link, { force: true });
	await symlink(installed.workflowPackage, link, 'junction');
}

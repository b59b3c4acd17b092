import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/v4';

const run = promisify(execFile);
export const projectFolder = path.join(import.meta.dirname, '../..');

const entry = z.object({
	filename: z.string(),
	size: z.number(),
	unpackedSize: z.number(),
	files: z.array(z.object({ path: z.string() })),
});
/** npm 10 answers a list, npm 11 may answer a map by package name. */
const report = z.union([z.array(entry), z.record(z.string(), entry)]);

type PackedPackage = Awaited<ReturnType<typeof packProject>>;

/** Packs the built project as npm would publish it, and unpacks it. */
async function packProject() {
	const target = await mkdtemp(path.join(tmpdir(), 'voice-agent-package-'));
	const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', target], {
		cwd: projectFolder,
	});
	const [packed] = Object.values(report.parse(JSON.parse(stdout)));
	if (!packed) throw new Error('npm pack reported no package');
	await run('tar', ['-xzf', path.join(target, packed.filename), '-C', target]);
	return {
		/** The unpacked package. */
		folder: path.join(target, 'package'),
		packedBytes: packed.size,
		/** Sum of the unpacked files. */
		unpackedBytes: packed.unpackedSize,
		files: packed.files.map((file) => file.path),
		remove: () => rm(target, { recursive: true, force: true }),
	};
}

/** The packed package for the tests of the file that calls this: there from its first `beforeAll` on. */
export function usePackage(): PackedPackage {
	const packed: PackedPackage = Object.create(null);
	beforeAll(async () => void Object.assign(packed, await packProject()));
	afterAll(async () => await packed.remove());
	return packed;
}

/** A folder with the unpacked package installed, and of what else is in the clone only `modules`. */
export async function createProject({ folder }: PackedPackage, modules: string[]): Promise<string> {
	const project = await mkdtemp(path.join(path.dirname(folder), 'project-'));
	const target = path.join(project, 'node_modules');
	await mkdir(target);
	await run('cp', ['-a', folder, path.join(target, 'n8n-nodes-voice-agent')]);
	for (const name of modules) {
		await symlink(path.join(projectFolder, 'node_modules', name), path.join(target, name));
	}
	return project;
}

/** Runs a script beside the installed package, and gives what the script prints. */
export async function runBeside(
	packed: PackedPackage,
	modules: string[],
	script: string,
	nodeOptions: string[] = [],
): Promise<string> {
	const cwd = await createProject(packed, modules);
	const { stdout } = await run(process.execPath, [...nodeOptions, '-e', script], { cwd });
	return stdout;
}

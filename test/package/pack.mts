import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const projectFolder = path.join(import.meta.dirname, '../..');

export interface PackedPackage {
	/** Folder with the unpacked package. */
	folder: string;
	/** Sum of the unpacked files, in bytes. */
	unpackedBytes: number;
	files: string[];
	remove(): Promise<void>;
}

/** Packs a built project as npm would publish it, and unpacks it. Default is this one. */
export async function packProject(from = projectFolder): Promise<PackedPackage> {
	const target = await mkdtemp(path.join(tmpdir(), 'voice-agent-package-'));
	const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', target], {
		cwd: from,
	});
	const [packed] = readPackReport(JSON.parse(stdout));
	if (!packed) throw new Error('npm pack reported no package');
	await run('tar', ['-xzf', path.join(target, packed.filename), '-C', target]);
	return {
		folder: path.join(target, 'package'),
		unpackedBytes: packed.unpackedSize,
		files: packed.files.map((file) => file.path),
		remove: () => rm(target, { recursive: true, force: true }),
	};
}

interface PackReport {
	filename: string;
	unpackedSize: number;
	files: { path: string }[];
}

/** npm 10 answers a list, npm 11 may answer a map by package name. */
function readPackReport(report: unknown): PackReport[] {
	const entries: unknown[] = Array.isArray(report) ? report : Object.values(Object(report));
	return entries.filter(isPackReport);
}

function isPackReport(value: unknown): value is PackReport {
	return (
		typeof value === 'object' &&
		value !== null &&
		'filename' in value &&
		'unpackedSize' in value &&
		'files' in value
	);
}

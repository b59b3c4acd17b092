import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from './pack.mts';

const run = promisify(execFile);

export interface ScanResult {
	errors: string[];
	warnings: string[];
	/** Number of files that were looked at. */
	files: number;
	/** What `analyzePackage` itself says. */
	passed: boolean;
}

/** Runs n8n's scanner in its own process: it is an ES module and writes to any place. */
export async function scanFolder(folder: string, patterns: string[]): Promise<ScanResult> {
	const script = path.join(projectFolder, 'test/package/scan-process.mts');
	const { stdout } = await run(process.execPath, [script, folder, ...patterns], {
		cwd: projectFolder,
		// The linter's rules behave differently under NODE_ENV=test, which jest sets.
		env: { ...process.env, NODE_ENV: 'production' },
		maxBuffer: 32 * 1024 * 1024,
	});
	const result: ScanResult = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1));
	return result;
}

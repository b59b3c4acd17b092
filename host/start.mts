import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot, toolEnvironment } from '../scripts/project-paths.mjs';
import { runStep } from '../scripts/run.mjs';
import { createCleanup } from './demo/create-cleanup.mts';
import { findN8nFolder, holdDataFolder, resetDataFolder } from './demo/data-folder.mts';
import { ensureN8n } from './n8n/install-n8n.mts';
import { findModules } from './n8n/place-package.mts';
import { readStartOptions, type StartOptions } from './demo/read-start-options.mts';
import { runDemonstration } from './demo/run-demonstration.mts';

// `npm start` and `npm run dev`: the sandbox and a real n8n, up to the first conversation and then until Ctrl-C.
const cleanup = createCleanup();

function describe(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

async function start(options: StartOptions): Promise<void> {
	await ensureN8n({ verbose: options.verbose });
	cleanup.add(await holdDataFolder(options.dataFolder));
	if (options.reset) await runStep('begin anew', () => resetDataFolder(options.dataFolder));
	const { ended } = await runDemonstration(options, cleanup);
	if (options.once) return;
	if (options.watch) cleanup.add(watchSources(findN8nFolder(options.dataFolder)));
	console.log('\nPress Ctrl-C to end.');
	const reason = await Promise.race([ended, cleanup.interrupted]);
	if (reason !== undefined) throw new Error(reason);
}

/** Builds the package after each change of a source, over the one in n8n. Returns what ends that. */
function watchSources(n8nFolder: string): () => Promise<void> {
	const placed = join(findModules(n8nFolder), 'n8n-nodes-voice-agent');
	const watching = spawn('gulp', ['watch'], {
		cwd: projectRoot,
		env: { ...toolEnvironment(), PLACED_PACKAGE: placed },
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	return async () => {
		watching.kill();
	};
}

let farewell: string | undefined;
try {
	const options = readStartOptions(process.argv.slice(2));
	await start(options);
	if (options.once) {
		farewell = '\nEverything has ended. Run `npm start` to look around in n8n and the sandbox.';
	}
} catch (error) {
	if (!cleanup.isInterrupted()) {
		console.error(`\nnpm start failed: ${describe(error)}`);
		process.exitCode = 1;
	}
} finally {
	// After Ctrl-C the process ends as soon as everything is undone, and says so by itself.
	if (cleanup.isInterrupted()) await cleanup.run();
	else await runStep('clean up', () => cleanup.run());
	if (farewell !== undefined) console.log(farewell);
	process.exit();
}

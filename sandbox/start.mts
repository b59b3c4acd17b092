import { runStep } from '../scripts/show-progress.mjs';
import { createCleanup } from './n8n/create-cleanup.mts';
import { holdDataFolder } from './n8n/hold-data-folder.mts';
import { ensureN8n } from './n8n/install-n8n.mts';
import { readStartOptions } from './n8n/read-start-options.mts';
import { runDemonstration } from './n8n/run-demonstration.mts';

// `npm start`: the sandbox and a real n8n, up to the first conversation and then until Ctrl-C.
const cleanup = createCleanup();

function describe(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

try {
	const options = readStartOptions(process.argv.slice(2));
	await ensureN8n({ verbose: options.verbose });
	const folder = await holdDataFolder(options.dataFolder);
	cleanup.add(() => folder.release());
	const { ended } = await runDemonstration(options, folder, cleanup);
	if (!options.once) {
		console.log('\nPress Ctrl-C to end.');
		const reason = await Promise.race([ended, cleanup.interrupted]);
		if (reason !== undefined) throw new Error(reason);
	}
} catch (error) {
	if (!cleanup.isInterrupted()) {
		console.error(`\nnpm start failed: ${describe(error)}`);
		process.exitCode = 1;
	}
} finally {
	await runStep('clean up', () => cleanup.run());
	process.exit();
}

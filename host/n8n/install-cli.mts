import { ensureN8n } from './install-n8n.mts';
import { keepMigratedDatabase } from './migrated-database.mts';

// Run by the bootstrap before a suite that needs n8n, so its progress is seen and its time is
// not counted against a test.
try {
	const installed = await ensureN8n({ verbose: process.argv.includes('--verbose') });
	await keepMigratedDatabase(installed);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}

import { ensureKeycloak } from './install-keycloak.mts';

// Run before the suite that needs Keycloak, so its progress is seen and its time is not counted
// against a test.
try {
	await ensureKeycloak({ verbose: process.argv.includes('--verbose') });
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}

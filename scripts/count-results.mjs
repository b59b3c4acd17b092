// Adds up what the runners counted (see open-results-folder.mjs) and prints it as .ci/run's last line. Ends
// with 1 if anything failed or nothing was counted.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { countResult } from './count-result.mjs';

const folder = process.argv[2] ?? '.';
const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'));
let passed = 0;
let failed = 0;
for (const file of files) {
	const counted = countResult(JSON.parse(await readFile(join(folder, file), 'utf8')));
	passed += counted.passed;
	failed += counted.failed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

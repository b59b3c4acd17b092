// Puts the sample data into the examples. To be run when a field of the conversation changes:
// node --import ./scripts/resolve-sources.mjs test/examples/write-samples.mts
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/project-paths.mjs';
import { createPinData } from './create-sample.mts';

for (const [name, pinData] of Object.entries(createPinData())) {
	const file = join(projectRoot, 'examples', `${name}.json`);
	const workflow: unknown = JSON.parse(readFileSync(file, 'utf8'));
	writeFileSync(file, `${JSON.stringify(Object.assign({}, workflow, { pinData }), null, 2)}\n`);
	console.log(`examples/${name}.json`);
}

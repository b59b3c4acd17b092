import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/v4';
import { workflowFile } from '../../../host/n8n/n8n-workflow-types.mts';
import { projectRoot } from '../../../scripts/project-paths.mjs';

const exampleFile = workflowFile.extend({
	pinData: z
		.record(z.string(), z.array(z.object({ json: z.record(z.string(), z.unknown()) })))
		.optional(),
});

const folder = join(projectRoot, 'examples');

export const exampleNames = readdirSync(folder).map((file) => basename(file, '.json'));

/** Reads `examples/<name>.json`, with its sample data. */
export function readExampleFile(name: string): z.infer<typeof exampleFile> {
	const text = readFileSync(join(folder, `${name}.json`), 'utf8');
	return exampleFile.parse(JSON.parse(text));
}

// Writes every generated file: npm run docs:generate. prettier gives the previews their form.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as prettier from 'prettier';
import { projectRoot } from '../project-paths.mjs';
import { listGeneratedFiles, schemaFolder } from './list-generated-files.mts';

const files = listGeneratedFiles();
await rm(path.join(projectRoot, schemaFolder), { recursive: true, force: true });
for (const [file, text] of files) {
	const target = path.join(projectRoot, file);
	const config = await prettier.resolveConfig(target);
	await mkdir(path.dirname(target), { recursive: true });
	await writeFile(target, await prettier.format(text, { ...config, filepath: target }));
}
console.log(`${files.size} files written.`);

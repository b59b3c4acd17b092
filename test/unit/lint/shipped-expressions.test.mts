import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** The settings of the rules that hold for a file of core. */
function readRules(): Record<string, unknown> {
	const { stdout } = spawnSync(
		process.execPath,
		[
			join(root, 'node_modules/eslint/bin/eslint.js'),
			...['--config', 'eslint.shipped.config.mjs', '--print-config', 'core/errors.ts'],
		],
		{ cwd: root, encoding: 'utf8' },
	);
	const { rules }: { rules: Record<string, unknown> } = JSON.parse(stdout);
	return rules;
}

test('expressions that are not linear are errors in what ships', () => {
	const rules = readRules();
	expect(rules['regexp/no-super-linear-move']).toEqual([2]);
	expect(rules['regexp/no-super-linear-backtracking']).toEqual([2]);
}, 30_000);

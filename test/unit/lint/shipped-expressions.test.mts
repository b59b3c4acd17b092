import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { Linter } from 'eslint';
import * as regexp from 'eslint-plugin-regexp';

const root = join(__dirname, '../../..');
const rule = 'regexp/no-super-linear-move';

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

function lint(code: string): Array<string | null> {
	const plugins = { regexp: { rules: regexp.rules } };
	return new Linter()
		.verify(code, [{ plugins, rules: { [rule]: 'error' } }])
		.map(({ ruleId }) => ruleId);
}

test('expressions that are not linear are errors in what ships', () => {
	const rules = readRules();
	expect(rules[rule]).toEqual([2]);
	expect(rules['regexp/no-super-linear-backtracking']).toEqual([2]);
}, 30_000);

// Each of these once read what a stranger sends, and took minutes on a text of a few hundred kB.
test.each([
	['of a transcript line', String.raw`text.replace(/\s*[\r\n]+\s*/g, ' ');`],
	['of an address', String.raw`text.replace(/\/+$/, '');`],
	['of the words of a service', String.raw`text.replace(/<[^>]*>/g, '');`],
])('the quadratic expression %s is rejected', (_, line) => {
	expect(lint(line)).toEqual([rule]);
});

test('an expression that reads in linear time is let through', () => {
	expect(lint(String.raw`text.split(/[\r\n]+/);`)).toEqual([]);
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

// Each of these once read what a stranger sends, and took minutes on a text of a few hundred kB.
const quadratic = [
	// Of a transcript line.
	String.raw`text.replace(/\s*[\r\n]+\s*/g, ' ');`,
	// Of an address.
	String.raw`text.replace(/\/+$/, '');`,
	// Of the words of a service.
	String.raw`text.replace(/<[^>]*>/g, '');`,
];
const exponential = String.raw`/^(?:a+)+$/.test(text);`;
const linear = String.raw`text.split(/[\r\n]+/);`;

test('expressions that are not linear are errors in what ships, and no others', () => {
	const { stdout } = spawnSync(
		process.execPath,
		[
			join(root, 'node_modules/eslint/bin/eslint.js'),
			...['--config', 'eslint.shipped.config.mjs', '--format', 'json'],
			...['--stdin', '--stdin-filename', 'core/errors.ts'],
		],
		{ cwd: root, encoding: 'utf8', input: [...quadratic, exponential, linear].join('\n') },
	);
	const [{ messages }] = JSON.parse(stdout);
	expect(messages).toMatchObject([
		...quadratic.map((_, index) => ({
			...{ line: index + 1, severity: 2, ruleId: 'regexp/no-super-linear-move' },
		})),
		{ line: 4, severity: 2, ruleId: 'regexp/no-super-linear-backtracking' },
	]);
}, 30_000);

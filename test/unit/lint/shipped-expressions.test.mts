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

/** What the lint of shipped code says of these lines in the place of a file. */
function lint(file: string, lines: string[]): { line: number; ruleId: string }[] {
	const { stdout } = spawnSync(
		process.execPath,
		[
			join(root, 'node_modules/eslint/bin/eslint.js'),
			...['--config', 'eslint.shipped.config.mjs', '--format', 'json'],
			...['--stdin', '--stdin-filename', file],
		],
		{ cwd: root, encoding: 'utf8', input: lines.join('\n') },
	);
	return JSON.parse(stdout)[0].messages;
}

test('no node writes into the log but by the one function whose lines say where they come from', () => {
	const lines = ["context.logger.warn('text');", "context['log']('text');", 'use({ logger });'];
	const found = lint('nodes/shared/settings.ts', lines);
	expect(new Set(found.map(({ line, ruleId }) => `${line} ${ruleId}`))).toEqual(
		new Set(['1 no-restricted-syntax', '3 no-restricted-syntax']),
	);
	expect(lint('nodes/shared/log.ts', lines)).toEqual([]);
}, 60_000);

test('expressions that are not linear are errors in what ships, and no others', () => {
	expect(lint('core/errors.ts', [...quadratic, exponential, linear])).toMatchObject([
		...quadratic.map((_, index) => ({
			...{ line: index + 1, severity: 2, ruleId: 'regexp/no-super-linear-move' },
		})),
		{ line: 4, severity: 2, ruleId: 'regexp/no-super-linear-backtracking' },
	]);
}, 30_000);

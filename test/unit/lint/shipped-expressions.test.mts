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
const contextType = ["import type { IWebhookFunctions } from 'n8n-workflow';"];
const logging = ["context.logger.warn('text');", "context['log']('text');", 'use({ logger });'];

/**
 * Lints these lines in the place of files, in one process: its start takes seconds. The rules in question need
 * no types, whose program would take ten times as long.
 */
const script = `import { ESLint } from 'eslint';
const eslint = new ESLint({
	overrideConfigFile: 'eslint.shipped.config.mjs',
	overrideConfig: [{ languageOptions: { parserOptions: { projectService: false } } }],
	ruleFilter: ({ ruleId }) => ruleId.startsWith('regexp/') || ruleId.startsWith('no-restricted-'),
});
const all = [];
for (const [filePath, lines] of JSON.parse(process.argv[1])) {
	const [{ messages }] = await eslint.lintText(lines.join('\\n'), { filePath });
	all.push(messages.map(({ line, severity, ruleId }) => [line, severity, ruleId].join(' ')));
}
console.log(JSON.stringify(all));`;

test('what ships has linear expressions alone, one function for the log, and n8n only at the door of a delivery', () => {
	const files = [
		['core/errors.ts', [...quadratic, exponential, linear]],
		['nodes/shared/settings.ts', logging],
		// Its lines say where they come from.
		['nodes/shared/log.ts', logging],
		['nodes/VoiceAgentTrigger/delivery/verdict.ts', contextType],
		['nodes/VoiceAgentTrigger/delivery/host.ts', contextType],
	];
	const argv = ['--input-type=module', '--eval', script, JSON.stringify(files)];
	const { stdout, stderr } = spawnSync(process.execPath, argv, { cwd: root, encoding: 'utf8' });
	expect(stderr).toBe('');
	const [expressions, ofNode, ofLog, ofVerdict, ofHost] = JSON.parse(stdout);
	expect(expressions).toEqual([
		...quadratic.map((_, index) => `${index + 1} 2 regexp/no-super-linear-move`),
		'4 2 regexp/no-super-linear-backtracking',
	]);
	expect(new Set(ofNode)).toEqual(
		new Set(['1 2 no-restricted-syntax', '3 2 no-restricted-syntax']),
	);
	expect(ofLog).toEqual([]);
	expect([ofVerdict, ofHost]).toEqual([['1 2 no-restricted-imports'], []]);
});

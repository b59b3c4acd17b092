import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AUTHENTICATION_REASONS } from '../../../core/delivery/authenticate.ts';
import { KNOWN_ROLES } from '../../../core/conversation/speakers.ts';
import { IGNORED_BODY_REASONS } from '../../../core/delivery/discarded-delivery.ts';
import { FILTER_REASONS } from '../../../core/delivery/filters.ts';
import { ENVELOPE_ERROR_CODES } from '../../../core/delivery/envelope.ts';
import { errorCatalog } from '../../../nodes/shared/error-catalog.ts';
import { outputOptions } from '../../../nodes/shared/output-fields.ts';
import { filterParameters } from '../../../nodes/VoiceAgentTrigger/filters.ts';
import { listMembers } from '../../../scripts/schema/write-parameters.mts';
import { readTables } from '../../support/observations.mts';
import { readPages } from '../../support/read-docs.mts';

const readPage = (file: string) => readPages().find((page) => page.file === file)?.text ?? '';
const reasons = readPage('docs/delivery-reasons.md');
const filters = readPage('docs/filters.md');
const deliveries = readPage('docs/deliveries.md');
const troubleshooting = readPage('docs/troubleshooting.md');

/** Codes that begin a row or a point of a list: what a reader finds who searches for one. */
const explained = [...reasons.matchAll(/^(?:\||-) `([a-z0-9-]+)`/gm)].map((match) => match[1]);

/** A filter's reason is in the table of filters; tables of limits and of test events are generated. */
const known: readonly string[] = [
	...AUTHENTICATION_REASONS,
	...ENVELOPE_ERROR_CODES,
	'duplicate',
	...IGNORED_BODY_REASONS,
	'credential-unusable',
	'parameter-unusable',
	'still-under-way',
];

test('Delivery reasons explains every reason, and no other', () => {
	expect([...new Set(explained)].toSorted()).toEqual(known.toSorted());
});

test('Filters names every filter of the editor and every reason of a filter', () => {
	for (const reason of FILTER_REASONS) expect(filters).toContain(`\`${reason}\``);
	for (const { displayName } of listMembers(filterParameters)) {
		expect(filters).toContain(`| ${displayName}`);
	}
});

test('every answer that Deliveries shows is JSON with a known status', () => {
	const answers = [...deliveries.matchAll(/`(\{"status".*?\})`/g)].map((match): unknown =>
		JSON.parse(match[1] ?? ''),
	);
	expect(answers.length).toBeGreaterThan(5);
	const status = expect.stringMatching(/^(accepted|ignored|duplicate|rejected|postponed)$/);
	for (const answer of answers) expect(answer).toMatchObject({ status });
});

test('the page on outcomes lists the roles that are known, and no others', () => {
	const [, section = ''] = readPage('docs/outcome.md').split('\n## Who spoke\n');
	const listed = [...section.matchAll(/^\| (?:the |tools).*$/gm)].flatMap(([row]) =>
		[...row.matchAll(/`([^`]+)`/g)].map((match) => match[1]),
	);
	expect(listed).toEqual(KNOWN_ROLES.flatMap(([, roles]) => roles.split(', ')));
});

const [, connecting = ''] = troubleshooting.split(/^## /m);
const quoted = [...connecting.matchAll(/"([^"]+)"/g)].map(([, words = '']) => words);

const { Connecting = {} } = readTables(path.join(import.meta.dirname, '../../keycloak'));
const shown = Object.entries(Connecting)
	.map(([done, [read = '']]) => [done, read] as const)
	.filter(([, read]) => /^On .* page: /.test(read));

test.each(shown)('Troubleshooting quotes what the window shows: %s', (_, read) => {
	expect(quoted.filter((words) => read.includes(words))).not.toEqual([]);
});

/** Every operation as the generated reference has it: "Conversation: Parse". */
const operations = [...readPage('docs/nodes/voice-agent.md').matchAll(/^### (\w+: .+)$/gm)].map(
	(match) => match[1],
);

test('README lists the operations of the reference, and no others', () => {
	const rows = [...readPage('README.md').matchAll(/^\| \*\*(\w+)\*\* +\| ([^|]+) \|$/gm)];
	const listed = rows.flatMap((row) =>
		(row[2] ?? '').split(',').map((name) => `${row[1]}: ${name.trim()}`),
	);
	expect(listed.toSorted()).toEqual(operations.toSorted());
});

/** n8n's guidelines ban the first two; if publishing fails, n8n shows one line, without anything below. */
const bannedWords =
	/\b(?:errors?|problems?|below|above|renew\w*|refuse\w*|anybody|sign-in (?:has )?end\w*)\b/i;

test.each(Object.entries(errorCatalog))(
	'the texts of %s are true in one line',
	(_, [message, advice]) => {
		expect(message).toMatch(/\.$/);
		expect(message).not.toMatch(bannedWords);
		expect(advice).not.toMatch(bannedWords);
	},
);

// The tables of shared/http call no node.
const tests = globSync('../../nodes/**/*.test.mts', { cwd: import.meta.dirname })
	.filter((file) => !file.includes(path.join('shared', 'http', path.sep)))
	.map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
	.join('\n');
const outcomes = JSON.stringify(readTables(path.join(import.meta.dirname, '../../faults')));

test.each(Object.keys(errorCatalog))(
	'a test through a node, or the table of faults, meets %s',
	(code) => {
		expect(tests + outcomes).toMatch(new RegExp(`(?<![\\w-])${code}(?![\\w-])`));
	},
);

test.each(outputOptions.map(({ name }) => name))('Outputs has a section on %s', (name) => {
	expect(readPage('docs/outputs.md')).toContain(`\n## ${name}\n`);
});

const root = path.join(import.meta.dirname, '../../..');
const [, tree = ''] = readPage('docs/engineering/architecture.md').split('\ncore/');
const inTree = new Set(tree.split('```')[0]?.match(/[\w.-]+\/?/g));

// A file of a resource is an operation, which the reference lists.
test.each(
	globSync('{core,nodes,credentials}/**/*.ts', { cwd: root }).filter(
		(file) => !file.includes('/resources/'),
	),
)('the tree of the architecture page has %s', (file) => {
	const { name, dir } = path.parse(file);
	expect([name, `${path.basename(dir)}/`].some((part) => inTree.has(part))).toBe(true);
});

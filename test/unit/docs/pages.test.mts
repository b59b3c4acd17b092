import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildRegistrationBody } from '../../../core/registration/body.ts';
import { parseDelivery } from '../../../core/delivery/decide-delivery.ts';
import { VoiceAgentOAuth2Api } from '../../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgentTokenApi } from '../../../credentials/VoiceAgentTokenApi.credentials.ts';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { listVersions } from '../../../host/n8n/n8n-versions.mts';
import { slug } from '../../../scripts/release/check-release.mjs';
import listed from '../../fixtures/menu-names.json' with { type: 'json' };
import { findBlocks, projectFolder, readPages, type Page } from '../../support/read-docs.mts';

const pages = readPages();

const jsonBlocks = pages.flatMap((page) =>
	findBlocks(page, 'json').map((block, index): [string, string] => [
		`${page.file} #${index + 1}`,
		block,
	]),
);

test.each(jsonBlocks)('JSON in %s is JSON, and an event in it is understood', (_, block) => {
	const value: unknown = JSON.parse(block);
	if (typeof value === 'object' && value !== null && 'event' in value) {
		const expected = { success: true, conversation: { parse_issues: [] } };
		expect(parseDelivery(value)).toMatchObject(expected);
	}
});

test('the registration body in the docs is the one that is sent', () => {
	const page = pages.find(({ file }) => file === 'docs/registrations.md');
	const shown: unknown = JSON.parse(findBlocks(page ?? { file: '', text: '' }, 'json')[0] ?? '');
	const webhookUrl = 'https://n8n.example.com/webhook/0000/webhook';
	const events = ['ConversationComplete'];
	const expected = { success: true, body: shown };
	expect(buildRegistrationBody(undefined, { webhookUrl, events })).toEqual(expected);
});

/** The groups of each match in a page, behind the page's file. */
const findAll = (expression: RegExp) =>
	pages.flatMap(({ file, text }) =>
		[...text.matchAll(expression)].map(([, first = '', second = '']): [string, string, string] => [
			file,
			first,
			second,
		]),
	);

// That the scripts exist which the pages name is in ci/project-files.test.mts.
test.each(findAll(/\]\((?!https?:|#)([^)#\s]+)/g))(
	'%s links to %s, which exists',
	(file, target) => {
		expect(existsSync(path.join(projectFolder, path.dirname(file), target))).toBe(true);
	},
);

// The engineers' pages say what was seen in which version, then and there.
test.each(
	findAll(/\b(2\.\d{2}\.\d+)\b/g).filter(([file]) => !file.startsWith('docs/engineering/')),
)('%s names n8n %s, which the suites run', (_, version) => {
	expect(listVersions()).toContain(version);
});

test.each(findAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g))(
	'%s links to a heading: %s#%s',
	(file, link, anchor) => {
		const target = path.join(path.dirname(file), link || path.basename(file));
		const text = pages.find((page) => path.normalize(page.file) === target)?.text ?? '';
		const headings = [...text.matchAll(/^#+ (.+)$/gm)].map((match) => slug(match[1] ?? ''));
		expect(headings).toContain(anchor);
	},
);

/** Who reads a page; the changelog and what GitHub shows for itself are not counted. */
function findReader({ file }: Page): 'README' | 'users' | 'engineers' | undefined {
	if (file === 'README.md') return 'README';
	if (file === 'CONTRIBUTING.md' || file.startsWith('docs/engineering/')) return 'engineers';
	return file.startsWith('docs/') ? 'users' : undefined;
}

const GENERATED = /<!-- What follows is generated[^]*?<!-- End of what is generated -->/g;

/** Words outside the generated parts: what holds a letter or a digit, between spaces and lines of a table. */
function countWords({ text }: Page): number {
	return text.replace(GENERATED, '').match(/[^\s|]*[\p{L}\p{N}][^\s|]*/gu)?.length ?? 0;
}

const counted = pages.flatMap((page) => {
	const reader = findReader(page);
	return reader === undefined ? [] : [{ ...page, reader, words: countWords(page) }];
});

// What people look for by itself has a page of its own: which calls, a caller's data, why a field is empty.
test.each([
	['users', { pages: 22, words: 18_300 }],
	['engineers', { pages: 9, words: 9_400 }],
] as const)('the pages for %s stay few and short', (reader, most) => {
	const own = counted.filter((page) => page.reader === reader);
	const sum = own.reduce((total, { words }) => total + words, 0);
	expect(own.length).toBeGreaterThan(most.pages / 2);
	expect(own.length).toBeLessThanOrEqual(most.pages);
	expect(sum).toBeGreaterThan(most.words / 2);
	expect(sum).toBeLessThanOrEqual(most.words);
});

test('the README has at most 90 lines', () => {
	const [readme] = counted.filter(({ reader }) => reader === 'README');
	const lines = readme?.text.trimEnd().split('\n').length;
	expect(lines).toBeGreaterThan(50);
	expect(lines).toBeLessThanOrEqual(90);
});

const sources = [
	new VoiceAgent().description,
	new VoiceAgentTrigger().description,
	new VoiceAgentOAuth2Api(),
	new VoiceAgentTokenApi(),
];

/** Every name that the editor shows of the nodes and the credentials. */
function listNames(value: unknown, key = ''): string[] {
	if (typeof value === 'string') {
		return /^(?:displayName|name|action|outputNames)$/.test(key) ? [value] : [];
	}
	if (Array.isArray(value)) return value.flatMap((entry) => listNames(entry, key));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, part]) => listNames(part, name));
}

const ours = new Set(sources.flatMap((source) => listNames(source)));

/** What users read in bold; a path through menus is several names. */
const bold = pages
	.filter(({ file }) => file === 'README.md' || /^docs\/(?:nodes\/)?[\w-]+\.md$/.test(file))
	.flatMap(({ text }) => [
		...text
			.replace(GENERATED, '')
			.replace(/^```[^]*?^```/gm, '')
			.matchAll(/\*\*([^*\n]+)\*\*/g),
	])
	.flatMap(([, words = '']) => words.split(/ → |: /))
	.map((words) => words.trim())
	// Code, and sentences.
	.filter((words) => !/^`|[.?:,]$/.test(words));

test('each bold name is one of the editor, or is listed with whose it is', () => {
	const others = [...new Set(bold)].filter((name) => !ours.has(name));
	expect(others.toSorted()).toEqual(Object.values(listed).flat().toSorted());
});

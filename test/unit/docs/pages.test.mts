import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildRegistrationBody } from '../../../core/registration/body.ts';
import { parseDelivery } from '../../../core/delivery/decide-delivery.ts';
import { findBlocks, projectFolder, readPages } from './read-docs.mts';

const pages = readPages();
const manifest = JSON.parse(readFileSync(path.join(projectFolder, 'package.json'), 'utf8'));

test('there are pages to check', () => {
	expect(pages.map(({ file }) => file)).toEqual(
		expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/errors.md']),
	);
});

const jsonBlocks = pages.flatMap((page) =>
	findBlocks(page, 'json').map((block, index): [string, string] => [
		`${page.file} #${index + 1}`,
		block,
	]),
);

test.each(jsonBlocks)('JSON in %s is JSON, and an event in it is understood', (_, block) => {
	const value: unknown = JSON.parse(block);
	if (typeof value === 'object' && value !== null && 'event' in value) {
		expect(parseDelivery(value)).toMatchObject({
			success: true,
			conversation: { parse_issues: [] },
		});
	}
});

test('the registration body in the docs is the one that is sent', () => {
	const page = pages.find(({ file }) => file === 'docs/registrations.md');
	const shown: unknown = JSON.parse(findBlocks(page ?? { file: '', text: '' }, 'json')[0] ?? '');
	const webhookUrl = 'https://n8n.example.com/webhook/0000/webhook';
	expect(buildRegistrationBody({ webhookUrl })).toEqual(shown);
});

const commands = pages.flatMap((page) =>
	[...page.text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
		(match): [string, string] => [page.file, match[1] ?? match[2] ?? ''],
	),
);

test.each(commands)('%s names npm script "%s", which exists', (_, script) => {
	expect(Object.keys(manifest.scripts)).toContain(script);
});

const links = pages.flatMap((page) =>
	[...page.text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map((match): [string, string] => [
		page.file,
		match[1] ?? '',
	]),
);

test.each(links)('%s links to %s, which exists', (file, target) => {
	expect(existsSync(path.join(projectFolder, path.dirname(file), target))).toBe(true);
});

/** As GitHub names a heading in an address. */
function slug(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\w\- ]/g, '')
		.replaceAll(' ', '-');
}

const anchors = pages.flatMap((page) =>
	[...page.text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(
		(match): [string, string, string] => [
			page.file,
			path.join(path.dirname(page.file), match[1] || path.basename(page.file)),
			match[2] ?? '',
		],
	),
);

test.each(anchors)('%s links to a heading of %s: #%s', (_, target, anchor) => {
	const text = pages.find(({ file }) => path.normalize(file) === target)?.text ?? '';
	const headings = [...text.matchAll(/^#+ (.+)$/gm)].map((match) => slug(match[1] ?? ''));
	expect(headings).toContain(anchor);
});

import { readPages, type Page } from './read-docs.mts';

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

const pages = readPages().flatMap((page) => {
	const reader = findReader(page);
	return reader === undefined ? [] : [{ ...page, reader, words: countWords(page) }];
});

afterAll(() => {
	const rows = pages.map(({ file, words }) => `${String(words).padStart(6)}  ${file}`);
	process.stdout.write(`Words by page, without what is generated:\n${rows.join('\n')}\n`);
});

test.each([
	['users', { pages: 16, words: 18_000 }],
	['engineers', { pages: 9, words: 9_000 }],
] as const)('the pages for %s stay few and short', (reader, most) => {
	const own = pages.filter((page) => page.reader === reader);
	const sum = own.reduce((total, { words }) => total + words, 0);
	expect(own.length).toBeGreaterThan(most.pages / 2);
	expect(own.length).toBeLessThanOrEqual(most.pages);
	expect(sum).toBeGreaterThan(most.words / 2);
	expect(sum).toBeLessThanOrEqual(most.words);
});

test('the README has at most 100 lines', () => {
	const [readme] = pages.filter(({ reader }) => reader === 'README');
	const lines = readme?.text.trimEnd().split('\n').length;
	expect(lines).toBeGreaterThan(50);
	expect(lines).toBeLessThanOrEqual(100);
});

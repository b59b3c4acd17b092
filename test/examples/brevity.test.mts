import { exampleNames, readExampleFile } from '../support/n8n/read-example.mts';
import { listExpressions } from './evaluate-expressions.mts';

// What a reader who knows n8n, but no program, has to take in before an example is of use.

/** The notes on the canvas; of these the one without a color is the Overview. */
const listNotes = (name: string) =>
	readExampleFile(name)
		.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
		.map(({ parameters: { content, color } }) => ({ text: String(content), color }));
const countWords = (name: string) =>
	listNotes(name).reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);

/** The mail of agent-watch is one table of all agents. */
const longer: Record<string, number> = { 'agent-watch': 800 };

describe.each(exampleNames)('%s', (name) => {
	test('has no program in an expression', () => {
		const codes = listExpressions(readExampleFile(name)).map(({ code }) => code);
		const long = codes.filter((code) => code.length > 200).toSorted((a, b) => b.length - a.length);
		const [longest = ''] = long;
		expect(longest.length).toBeLessThanOrEqual(longer[name] ?? 300);
		expect(long.filter((code) => code.length > 300).length).toBeLessThanOrEqual(1);
		expect(long.length).toBeLessThanOrEqual(3);
		expect(codes.filter((code) => code.includes('normalize('))).toEqual([]);
	});

	test('is read in about two minutes', () => {
		expect(countWords(name)).toBeLessThanOrEqual(440);
	});
});

/** What tells a person of what turned red. */
const reporter = 'error-workflow';

test.each(exampleNames.filter((name) => name !== reporter))(
	'%s says in one line what turns red, and who tells a person',
	(name) => {
		const overview = listNotes(name).find(({ color }) => color === undefined)?.text ?? '';
		const lines = overview.split('\n').filter((line) => line.includes('Error workflow'));
		expect(lines).toEqual([expect.stringMatching(/\bred\b/i)]);
		expect(lines[0]).toContain(reporter);
	},
);

test('the notes of all are read in 36 minutes', () => {
	const words = exampleNames.reduce((sum, name) => sum + countWords(name), 0);
	expect(words).toBeLessThanOrEqual(7200);
});

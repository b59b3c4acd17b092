import { readPages } from './read-docs.mts';

const readPage = (name: string) => readPages().find(({ file }) => file === name)?.text ?? '';

/** Every operation as the generated reference has it: "Conversation: Parse". */
const operations = [...readPage('docs/nodes/voice-agent.md').matchAll(/^### (\w+): (.+)$/gm)].map(
	(match): [string, string] => [match[1] ?? '', match[2] ?? ''],
);

test('the reference has operations', () => {
	expect(operations.length).toBeGreaterThan(0);
});

test('README lists the operations of the reference, and no others', () => {
	const rows = [...readPage('README.md').matchAll(/^\| \*\*(\w+)\*\* +\| ([^|]+) \|$/gm)];
	const listed = rows.flatMap((row) =>
		(row[2] ?? '').split(',').map((name) => `${row[1]}: ${name.trim()}`),
	);
	expect(listed.toSorted()).toEqual(operations.map((names) => names.join(': ')).toSorted());
});

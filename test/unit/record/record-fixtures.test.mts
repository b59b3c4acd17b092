import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { parseRecord } from '../../../core/record/parse-record.ts';

const folder = join(__dirname, '../../fixtures/records');
const cases = readdirSync(folder);
const read = (name: string, file: string): unknown =>
	JSON.parse(readFileSync(join(folder, name, file), 'utf8'));

test('both shapes are there, full and minimal', () => {
	expect(cases).toEqual(
		expect.arrayContaining(['shape-a-full', 'shape-a-minimal', 'shape-b-full', 'shape-b-minimal']),
	);
});

test.each(cases)('%s', (name) => {
	const source = read(name, 'source.json');
	const parsed = parseRecord(source);
	expect(parsed).toEqual({ success: true, conversation: expect.anything() });
	if (!parsed.success) return;
	// Compared as text, too: `toEqual` passes over fields that are undefined and over key order.
	expect(parsed.conversation).toEqual(read(name, 'expected.json'));
	expect(JSON.stringify(parsed.conversation)).toBe(JSON.stringify(read(name, 'expected.json')));
	expect(source).toEqual(read(name, 'source.json'));
});

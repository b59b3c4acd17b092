import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { listOutputFields } from '../../../core/conversation/outputs.ts';
import { sortFields } from '../../../core/json.ts';
import { parseRecord } from '../../../core/record/parse-record.ts';
import type { JsonRecord } from '../../support/interface/build-sample.mts';
import { completeConversation } from '../../support/interface/complete-conversation.mts';

const folder = join(__dirname, '../../fixtures/records');
const cases = readdirSync(folder);
const read = (name: string, file: string): JsonRecord =>
	JSON.parse(readFileSync(join(folder, name, file), 'utf8'));

test.each(cases)('%s', (name) => {
	const source = read(name, 'source.json');
	const differing = read(name, 'expected.json');
	const parsed = parseRecord(source);
	expect(parsed).toEqual({ success: true, conversation: expect.anything() });
	if (!parsed.success) return;
	const { conversation } = parsed;
	expect(conversation).toEqual(completeConversation(differing));
	// Compared as text, too: `toEqual` passes over fields that are undefined.
	const expected = JSON.stringify(sortFields(completeConversation(differing)));
	expect(JSON.stringify(sortFields(conversation))).toBe(expected);
	expect(Object.keys(conversation)).toEqual(listOutputFields('conversation'));
	// Turns have their fields in the order in which they are declared.
	for (const list of ['history', 'synthesized_chat_history'] as const) {
		expect(JSON.stringify(conversation[list])).toBe(JSON.stringify(differing[list] ?? null));
	}
	expect(source).toEqual(read(name, 'source.json'));
});

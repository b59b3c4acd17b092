import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { listOutputFields } from '../../../core/conversation/outputs.ts';
import type { Turn } from '../../../core/conversation/turn.ts';
import { type JsonObject, sortFields } from '../../../core/json.ts';
import { parseItem } from '../../../core/record/item.ts';
import { parseRecord } from '../../../core/record/parse-record.ts';
import type { JsonRecord } from '../../support/interface/build-sample.mts';
import {
	buildEmptyEntry,
	completeConversation,
} from '../../support/interface/complete-conversation.mts';
import { readConversation } from '../../support/records/read-fixture.mts';

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

const EMPTY_ENTRY = buildEmptyEntry();

const fillTurn = (turn: Turn): JsonObject => ({
	...EMPTY_ENTRY,
	tool_arguments: null,
	additional_fields: {},
	...turn,
	metrics: { ...Object(EMPTY_ENTRY.metrics), ...turn.metrics },
});

test.each(cases)('%s: an item with every field of a turn is read like a lean one', (name) => {
	const conversation = readConversation(name);
	const full = {
		...conversation,
		history: conversation.history?.map(fillTurn) ?? null,
		synthesized_chat_history: conversation.synthesized_chat_history?.map(fillTurn) ?? null,
	};
	const again = parseItem(JSON.parse(JSON.stringify(full)));
	expect(again.success && again.conversation).toEqual({ ...conversation, session_token: null });
});

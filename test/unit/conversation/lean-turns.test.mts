import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Turn } from '../../../core/conversation/turn.ts';
import type { JsonObject } from '../../../core/json.ts';
import { parseItem } from '../../../core/record/item.ts';
import { buildEmptyEntry } from '../../support/interface/complete-conversation.mts';
import { buildOutputItems, readConversation } from '../../support/records/read-fixture.mts';

const cases = readdirSync(join(__dirname, '../../fixtures/records'));

const EMPTY_ENTRY = buildEmptyEntry();

const NO_TURN: JsonObject = { ...EMPTY_ENTRY, tool_arguments: null, additional_fields: {} };

const makeFull = (turn: Turn): JsonObject => ({
	...NO_TURN,
	...turn,
	metrics: { ...Object(EMPTY_ENTRY.metrics), ...turn.metrics },
});

test.each(cases)('%s: an item with every field of a turn is read like a lean one', (name) => {
	const conversation = readConversation(name);
	const full = {
		...conversation,
		history: conversation.history?.map(makeFull) ?? null,
		synthesized_chat_history: conversation.synthesized_chat_history?.map(makeFull) ?? null,
	};
	const read = parseItem(JSON.parse(JSON.stringify(full)));
	expect(read.success && read.conversation).toEqual({ ...conversation, session_token: null });
});

test('all items of Turns have the columns that any turn has', () => {
	const history = [
		{ kind: 'a', metrics: {} },
		{ interrupted: false, metrics: { e2e_latency: 1 } },
	];
	const items = buildOutputItems('turns', { ...readConversation('empty'), history }, {});
	const call = { agent_title: null, started_at: null, customer_number: null, outcome: null };
	const head = { conversation_id: null, ...call };
	const every = { ...head, offset_seconds: null, role: null, content: null };
	expect(items).toEqual([
		{ ...every, turn_index: 0, kind: 'a', interrupted: null, metrics: { e2e_latency: null } },
		{ ...every, turn_index: 1, kind: null, interrupted: false, metrics: { e2e_latency: 1 } },
	]);
	expect(items.map(Object.keys)).toEqual([
		Object.keys(items[0] ?? {}),
		Object.keys(items[0] ?? {}),
	]);
});

test('a field of a turn that is selected is a column, also if no turn has it', () => {
	const conversation = { ...readConversation('empty'), history: [{ metrics: {} }] };
	const fields = { mode: 'selected', names: ['turn_index', 'tool_name', 'metrics'] } as const;
	expect(buildOutputItems('turns', conversation, {}, { fields })).toEqual([
		{ turn_index: 0, metrics: {}, tool_name: null },
	]);
});

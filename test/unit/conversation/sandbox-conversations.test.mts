import { buildToolCallItems } from '../../../core/conversation/turn-items.ts';
import { dialogueNames } from '../../../sandbox/dialogues/dialogues.mts';
import { createRecord } from '../../../sandbox/conversations/create-record.mts';
import type { ConversationOptions } from '../../../sandbox/types.mts';
import { convert } from '../../support/records/read-fixture.mts';

const endedAtMs = Date.UTC(2026, 10, 3, 9, 30);

function create(seed: number, options: ConversationOptions) {
	const recordings = { baseUrl: 'https://media.example.com', nowMs: endedAtMs };
	const { record } = createRecord({ seed, endedAtMs, options }, recordings);
	return convert(JSON.parse(JSON.stringify(record)));
}

describe.each(['A', 'B'] as const)('a conversation of the sandbox, shape %s', (shape) => {
	test.each([0, 1, 2, 3, 8, 40, 400])('of %i turns', (turns) => {
		for (const seed of [1, 2, 3, 4, 5]) {
			const conversation = create(seed, { shape, turns, everyField: turns >= 8 });
			expect(conversation.shape).toBe(shape);
			expect(conversation.history).toHaveLength(turns);
			expect(conversation.parse_issues).toEqual([]);
			expect(conversation.additional_fields).toEqual({});
		}
	});
});

/** How those dialogues begin in which nobody answers the agent's greeting. */
const beginnings: Record<string, RegExp> = {
	voicemail: /^User: Hi, this is the voicemail of .+\nAssistant: Hello, /,
	'missed-call': /^$/,
};

describe.each(dialogueNames)('the dialogue %s', (dialogue) => {
	test.each(['A', 'B'] as const)('of shape %s is read without an issue', (shape) => {
		const conversation = create(1, { shape, dialogue });
		expect(conversation.parse_issues).toEqual([]);
		expect(conversation.additional_fields).toEqual({});
		expect(conversation.transcript).toMatch(
			beginnings[dialogue] ?? /^Assistant: Hello, .+\nUser: /,
		);
		for (const call of buildToolCallItems(conversation)) {
			expect(call.tool_output).toEqual(expect.any(String));
		}
	});
});

test('every tool call of a conversation of the sandbox finds its output', () => {
	const calls = [...buildToolCallItems(create(7, { turns: 60, withTools: true }))];
	expect(calls.length).toBeGreaterThan(0);
	for (const call of calls) {
		expect(call.call_turn_index).not.toBeNull();
		expect(call.output_turn_index).toBe((call.call_turn_index ?? NaN) + 1);
		expect(call.tool_arguments).not.toBeNull();
	}
});

import { parseItem } from '../../../core/record/item.ts';
import foreign from '../../fixtures/foreign-items.json' with { type: 'json' };
import { buildFullRecord } from '../../support/interface/build-sample.mts';
import { convert } from '../../support/records/read-fixture.mts';

function read(item: unknown) {
	const parsed = parseItem(item);
	if (!parsed.success) throw new Error(parsed.error.code);
	return parsed;
}

const event = { event: 'ConversationComplete', data: buildFullRecord('B') };

const text = JSON.stringify(event);

/** A table holds what is nested as JSON text, some tools with a byte order mark. */
const storeAsRow = (item: object) =>
	Object.fromEntries(
		Object.entries(item).map(([name, value]) => [
			name,
			typeof value === 'object' && value !== null ? `\uFEFF${JSON.stringify(value)}` : value,
		]),
	);

/** Names as services write them that do not write `agent_id`. */
const spellings: Record<string, (name: string) => string> = {
	'camel case': (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
	'Pascal case': (name) => name.replace(/(?:^|_)([a-z])/g, (_, it: string) => it.toUpperCase()),
	hyphens: (name) => name.replaceAll('_', '-'),
	spaces: (name) => name.replaceAll('_', ' '),
};

test.each(Object.entries(spellings))('names in %s are read', (_, write) => {
	const spelled = Object.fromEntries(
		Object.entries(buildFullRecord('B')).map(([name, value]) => [write(name), value]),
	);
	const { parse_issues, parse_issue_count, ...others } = convert(buildFullRecord('B'));
	for (const item of [spelled, { Event: 'ConversationComplete', Data: spelled }]) {
		expect(read(item)).toMatchObject({ conversation: others, mayBeOther: false });
	}
	expect([parse_issues, parse_issue_count]).toEqual([[], 0]);
});

const ofB = convert(buildFullRecord('B'));
const ours = { ...convert(buildFullRecord('A')), session_token: null };
const failed = { id: '1', status: 'failed', call_sid: null };

test.each<[string, unknown, string | null, object?]>([
	['an event', event, 'ConversationComplete'],
	['an event of another name', { ...event, event: 'SessionStarted' }, 'SessionStarted'],
	['an event as text', text, 'ConversationComplete'],
	['the item of a Webhook node', { headers: {}, query: {}, body: event }, 'ConversationComplete'],
	['a stored body', { id: 17, created_at: 'x', body: text }, 'ConversationComplete'],
	['an envelope without event', { data: buildFullRecord('B') }, null],
	['a record', buildFullRecord('B'), null],
	['a record under body', { body: buildFullRecord('B') }, null],
	['a failed call, with little to say', failed, null, convert(failed)],
	['a row of a table', storeAsRow(buildFullRecord('B')), null],
	[
		'a conversation in a row',
		storeAsRow({ ...ours, outcome: 'booked' }),
		null,
		{ ...ours, outcome: 'booked' },
	],
	['an event in a row', { ...event, data: JSON.stringify(event.data) }, 'ConversationComplete'],
	['an event as text behind a mark', `\uFEFF${text}`, 'ConversationComplete'],
	[
		'a record with an undocumented field data',
		{ ...buildFullRecord('B'), data: event },
		null,
		{ ...ofB, additional_fields: { data: event } },
	],
])('%s is read', (_name, item, eventName, expected = ofB) => {
	const parsed = read(item);
	expect(parsed.event).toBe(eventName);
	expect(parsed.conversation).toEqual(expected);
});

test('a record with fields tools_used and tool_calls of its own is no item of ours', () => {
	const own = { tools_used: ['search'], tool_calls: [] };
	const { conversation } = read({ agent_id: 'a', ...own, error_message: 'Cut.' });
	expect(conversation).toMatchObject({ tools_used: null, tool_calls: null, outcome: 'failed' });
	expect(conversation.additional_fields).toEqual(own);
});

test.each<[string, unknown]>([
	...Object.entries(foreign.noRecord),
	['nothing', undefined],
	['a list', [event]],
	['text in text', JSON.stringify(text)],
	['wrappers without an end', { body: { body: { body: event } } }],
])('%s holds no record', (_name, item) => {
	expect(parseItem(item)).toEqual({
		success: false,
		error: { code: 'item-without-record', message: expect.any(String) },
	});
});

test.each([
	...Object.entries(foreign.mayBeOther),
	['a wrapped conversation', { call: buildFullRecord('A'), started_at: '2026-11-03' }],
])('%s may be no call: %j', (_name, item) => {
	expect(read(item).mayBeOther).toBe(true);
});

test.each(Object.entries(foreign.isCall))('%s is a call: %j', (_name, item) => {
	expect(read(item).mayBeOther).toBe(false);
});

test('offsets and tool calls that an item states stay', () => {
	const { history, tool_calls } = ours;
	// Without the times of the head, nobody knows when the recording began.
	const turns = read({ agent_id: 'a', history, outcome: 'booked' }).conversation;
	expect(turns).toMatchObject({ history, tool_calls });
	const calls = read({ agent_id: 'a', transcript: '', tool_calls }).conversation;
	expect(calls).toMatchObject({ history: null, tool_calls });
	const foreign = [{ name: 'search', args: {}, id: '1' }];
	const other = read({ agent_id: 'a', transcript: '', tool_calls: foreign }).conversation;
	expect(other.tool_calls).toBeNull();
});

const ADDED = {
	...{ formatted_transcript: 'text', messages: [], report: {}, recordings: {} },
	...{ found_quotes: [], comparison: {} },
};

test.each([
	['a conversation', ours],
	['a record', buildFullRecord('B')],
	['an event', event],
])('what our operations add to %s is no part of it', (_name, item) => {
	expect(read({ ...item, ...ADDED }).conversation).toEqual(read(item).conversation);
});

describe('it never throws', () => {
	const nest = (levels: number, inside: unknown): unknown =>
		Array.from({ length: levels }).reduce((deep) => ({ a: deep }), inside);

	const tooDeep = nest(5000, 1);

	test('nesting in additional_fields beside an equal object', () => {
		const deep = nest(990, 1);
		const item = { agent_id: '1', parse_issues: [], odd: deep, additional_fields: { odd: deep } };
		const parsed = read(item);
		expect(JSON.stringify(parsed.conversation.additional_fields)).toContain('"odd"');
	});

	test.each([
		['too deep beside an equal object', { a: tooDeep, additional_fields: { a: tooDeep } }],
		['too deep in a list', { additional_fields: { history: { 0: tooDeep } } }],
		['too deep in a column of another node', { crm: tooDeep }],
		['too deep in JSON text', { additional_fields: JSON.stringify({ odd: nest(4000, 1) }) }],
	])('%s is a failure', (_, fields) => {
		const expected = { success: false, error: { code: 'nested-too-deep' } };
		expect(parseItem({ agent_id: '1', parse_issues: [], ...fields })).toMatchObject(expected);
	});
});

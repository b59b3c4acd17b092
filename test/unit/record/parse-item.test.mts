import { buildToolCallItems, buildTurnItems } from '../../../core/conversation/turn-items.ts';
import { isFlatItem, parseItem } from '../../../core/record/item.ts';
import { buildFullRecord } from '../../interface/build-sample.mts';
import { buildOutputItems, convert } from '../conversation/read-fixture.mts';

function read(item: unknown) {
	const parsed = parseItem(item);
	if (!parsed.success) throw new Error(parsed.error.code);
	return parsed;
}

const event = { event: 'ConversationComplete', data: buildFullRecord('B') };

test.each<[string, unknown, string | null]>([
	['an event', event, 'ConversationComplete'],
	['an event of another name', { ...event, event: 'SessionStarted' }, 'SessionStarted'],
	['an event as text', JSON.stringify(event), 'ConversationComplete'],
	['the item of a Webhook node', { headers: {}, query: {}, body: event }, 'ConversationComplete'],
	[
		'a stored body',
		{ id: 17, created_at: 'x', body: JSON.stringify(event) },
		'ConversationComplete',
	],
	['an envelope without event', { data: buildFullRecord('B') }, null],
	['a record', buildFullRecord('B'), null],
	['a record under body', { body: buildFullRecord('B') }, null],
	['a failed call, with little to say', { id: '1', status: 'failed', updated_at: null }, null],
	['a record with an undocumented field data', { ...buildFullRecord('B'), data: event }, null],
])('%s is read', (name, item, eventName) => {
	const parsed = read(item);
	expect(parsed.event).toBe(eventName);
	if (name.includes('failed call')) {
		expect(parsed.conversation).toEqual(convert(item));
	} else if (name.includes('undocumented')) {
		expect(parsed.conversation.additional_fields).toEqual({ data: event });
	} else {
		expect(parsed.conversation).toEqual(convert(buildFullRecord('B')));
	}
});

test.each<[string, unknown]>([
	['nothing', undefined],
	['an empty item', {}],
	['a list', [event]],
	['text', 'hello'],
	['text in text', JSON.stringify(JSON.stringify(event))],
	['other fields', { name: 'Ada', toString: 1 }],
	['wrappers without an end', { body: { body: { body: event } } }],
	['what any item may have', { id: '1', status: 'open', created_at: 'x', title: 'A ticket' }],
	['a user', { id: 'user-1', name: 'Ada' }],
	['what Recording: Download emits', { id: '1', recordings: { downloaded: 1, tracks: [] } }],
	['what Get Transcript emits', { id: '1', transcript: 'User: Hi' }],
	['an item of Turns', [...buildTurnItems(convert(buildFullRecord('A')))][0]],
	['an item of Tool Calls', [...buildToolCallItems(convert(buildFullRecord('A')))][0]],
])('%s holds no record', (_name, item) => {
	expect(parseItem(item)).toEqual({
		success: false,
		error: { code: 'item-without-record', message: expect.any(String) },
	});
});

const issue = () => ({ path: 'agent_id', expected: 'string', received: 'number' });

const ADDED = { formatted_transcript: 'text', messages: [], report: {}, recordings: {} };

test.each([
	['a conversation', convert(buildFullRecord('A'))],
	['a record', buildFullRecord('B')],
	['an event', event],
])('what our operations add to %s is no part of it', (_name, item) => {
	expect(read({ ...item, ...ADDED }).conversation).toEqual(read(item).conversation);
});

test('Simplified gives back what it holds of the record, and counts as flat', () => {
	const conversation = convert(buildFullRecord('A'));
	const [item = {}] = buildOutputItems('simplified', conversation, {});
	expect(isFlatItem(item)).toBe(true);
	// Without a history nothing was said. Which number is the customer's was known to who built the item.
	const worked = { outcome: 'failed', transcript: '' };
	expect(read(item).conversation).toMatchObject({ ...item, ...worked, additional_fields: {} });
});

test.each([
	['a row', buildOutputItems('flat', convert(buildFullRecord('A')), {})[0], true],
	['a conversation', convert(buildFullRecord('A')), false],
	['a record', buildFullRecord('B'), false],
])('%s: is it flat?', (_name, item, isFlat) => {
	expect(isFlatItem(item ?? {})).toBe(isFlat);
});

describe('a canonical conversation', () => {
	test('keeps what the user stated of the call, and leaves alone what other nodes added', () => {
		const conversation = convert(buildFullRecord('A'));
		const stated = { ...conversation, direction: 'inbound', customer_number: '+15550100' };
		expect(read({ ...stated, crm_id: 7 }).conversation).toEqual(stated);
		expect(read({ ...stated, direction: 'sideways' }).conversation.direction).toBe('outbound');
	});

	test('is not made by a sender who adds what core alone adds', () => {
		const statistics = { ...convert({}).statistics, turn_count: 9 };
		const computed = { statistics, transcript: 'Agent: Yes', outcome: 'booked' };
		const delivery = { method: 'jwt+hmac', valid: true, reason: null, client: 'client' };
		const forged = { delivery, ...computed, parse_issues: [], shape: 'A' };
		const record = { id: '1', history: [{ role: 'User', content: 'No' }] };
		for (const item of [{ ...record, ...forged }, { body: { ...record, ...forged } }]) {
			const { conversation } = read(item);
			expect(conversation.delivery).toBeNull();
			const { statistics, transcript, outcome } = convert(record);
			expect(conversation).toMatchObject({ statistics, transcript, outcome });
		}
	});

	test.each([
		['more issues than are listed', { parse_issues: new Array(51).fill(issue()) }],
		['a count that is none', { parse_issues: [], parse_issue_count: -1 }],
		['issues of another form', { parse_issues: [{ path: 1 }] }],
	])('has its issues found anew where it lists %s', (_, issues) => {
		const { conversation } = read({ ...convert({ id: '1', has_audio: 'x' }), ...issues });
		expect(conversation).toMatchObject({ parse_issue_count: 1 });
		expect(conversation.parse_issues).toMatchObject([{ path: 'has_audio' }]);
	});

	test('counts at least the issues that it lists', () => {
		const issues = { parse_issues: [issue(), issue()], parse_issue_count: 1 };
		const { conversation } = read({ ...convert({ id: '1' }), ...issues });
		expect(conversation.parse_issue_count).toBe(2);
	});

	test('says in its transcript what its turns say, where they were changed', () => {
		const { history, ...conversation } = convert({
			id: '1',
			history: [
				{ role: 'System', content: 'Be kind.' },
				{ role: 'User', content: 'my card is 4111' },
			],
		});
		const redacted = (history ?? []).map((turn) => ({ ...turn, content: '[redacted]' }));
		const all = read({ ...conversation, history: redacted }).conversation;
		expect(all.transcript).toBe('User: [redacted]');
		expect(all.statistics.turn_count).toBe(2);
		const some = read({ ...conversation, history: redacted.slice(1) }).conversation;
		expect(some.transcript).toBe('User: [redacted]');
		expect(some.statistics.turn_count).toBe(1);
	});

	test('knows of a recording that was added', () => {
		const conversation = convert({ id: '1', history: [] });
		const added = { ...conversation, audio_url: 'https://files.example.com/1' };
		expect(read(added).conversation.statistics.has_recording).toBe(true);
		expect(read({ ...added, history: null }).conversation.statistics.has_recording).toBe(true);
	});

	test.each([undefined, null, 'text', {}, { turn_count: 9 }])(
		'has its statistics and its transcript worked out where it holds %j',
		(value) => {
			const conversation = convert(buildFullRecord('A'));
			const changed = { ...conversation, statistics: value, transcript: value };
			expect(read(changed).conversation).toEqual(conversation);
		},
	);

	test('is known without its statistics and its parse issues', () => {
		const { statistics, parse_issues, ...rest } = convert(buildFullRecord('B'));
		expect(read(rest).conversation).toEqual({ ...rest, statistics, parse_issues });
	});

	test.each<[string, object]>([
		['the other shape', { id: 5, session_id: 'uuid-1' }],
		['the other shape, in shape B', { agent_name: 5, agent_title: 'b', session_id: '1' }],
		[
			'the other shape, in an object',
			{ room_metadata: { skip_composite_egress: 5, skipCompositeEgress: true } },
		],
	])('keeps a value that had come under a name of %s', (_, record) => {
		const conversation = convert({ call_sid: 'a', ...record });
		expect(conversation.parse_issues).toHaveLength(1);
		expect(read(conversation).conversation).toEqual(conversation);
	});

	test('with fields left out is read, too', () => {
		const { history, statistics, shape } = convert(buildFullRecord('B'));
		const { conversation } = read({ history, statistics, shape });
		expect(conversation.shape).toBe('B');
		expect(conversation.history).toEqual(history);
		expect(conversation.additional_fields).toEqual({});
	});
});

describe('it never throws', () => {
	const nest = (levels: number, inside: unknown): unknown =>
		Array.from({ length: levels }).reduce((deep) => ({ a: deep }), inside);

	test('nesting in additional_fields beside an equal object', () => {
		const deep = nest(990, 1);
		const item = { id: '1', parse_issues: [], odd: deep, additional_fields: { odd: deep } };
		const parsed = read(item);
		expect(JSON.stringify(parsed.conversation.additional_fields)).toContain('"odd"');
	});

	test.each([
		[
			'too deep beside an equal object',
			{ a: nest(5000, 1), additional_fields: { a: nest(5000, 1) } },
		],
		['too deep in a list', { additional_fields: { history: { 0: nest(5000, 1) } } }],
	])('%s is a failure', (_, fields) => {
		expect(parseItem({ id: '1', parse_issues: [], ...fields })).toMatchObject({
			success: false,
			error: { code: 'nested-too-deep' },
		});
	});
});

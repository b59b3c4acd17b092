import { buildToolCallItems, buildTurnItems } from '../../../core/conversation/turn-items.ts';
import { parseItem } from '../../../core/record/item.ts';
import { buildFullRecord } from '../../support/interface/build-sample.mts';
import { buildOutputItems, convert } from '../../support/records/read-fixture.mts';

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

test.each<[string, unknown, string | null]>([
	['an event', event, 'ConversationComplete'],
	['an event of another name', { ...event, event: 'SessionStarted' }, 'SessionStarted'],
	['an event as text', text, 'ConversationComplete'],
	['the item of a Webhook node', { headers: {}, query: {}, body: event }, 'ConversationComplete'],
	['a stored body', { id: 17, created_at: 'x', body: text }, 'ConversationComplete'],
	['an envelope without event', { data: buildFullRecord('B') }, null],
	['a record', buildFullRecord('B'), null],
	['a record under body', { body: buildFullRecord('B') }, null],
	['a failed call, with little to say', { id: '1', status: 'failed', call_sid: null }, null],
	['a row of a table', storeAsRow(buildFullRecord('B')), null],
	['an event in a row', { ...event, data: JSON.stringify(event.data) }, 'ConversationComplete'],
	['an event as text behind a mark', `\uFEFF${text}`, 'ConversationComplete'],
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

test('a record with a field tools_used of its own is no item of ours', () => {
	const { conversation } = read({ agent_id: 'a', tools_used: ['search'], error_message: 'Cut.' });
	expect(conversation).toMatchObject({ tools_used: null, outcome: 'failed' });
	expect(conversation.additional_fields).toEqual({ tools_used: ['search'] });
});

test('an item of ours keeps the tools that it states, until there are turns', () => {
	const { history, ...stated } = convert({
		history: [{ tool_name: 'find' }, { tool_name: 'book' }],
	});
	const item = { ...stated, call_sid: 'c-1' };
	expect(read(item).conversation.tools_used).toEqual(['find', 'book']);
	const edited = { ...item, history: history?.slice(1) };
	expect(read(edited).conversation.tools_used).toEqual(['book']);
});

const [turn = {}] = buildTurnItems(convert(buildFullRecord('A')));

test.each<[string, unknown]>([
	['nothing', undefined],
	['an empty item', {}],
	['a list', [event]],
	['text', 'hello'],
	['text in text', JSON.stringify(JSON.stringify(event))],
	['other fields', { name: 'Ada', toString: 1 }],
	['wrappers without an end', { body: { body: { body: event } } }],
	['what any item may have', { id: '1', status: 'open', created_at: 'x', title: 'A ticket' }],
	['a row of a CRM', { id: '1', status: 'open', outcome: 'won', direction: 'out', name: 'Ada' }],
	['common names alone', { id: '1', status: 'failed', updated_at: null }],
	['a run of an agent of another system', { id: '1', status: 'done', tools_used: ['search'] }],
	['a user', { id: 'user-1', name: 'Ada' }],
	['what Recording: Download emits', { id: '1', recordings: { downloaded: 1, tracks: [] } }],
	['what Get Transcript emits', { id: '1', transcript: 'User: Hi' }],
	['an item of Turns', turn],
	['an item of Turns without its ids', { ...turn, conversation_id: undefined, id: undefined }],
	['an item of Tool Calls', [...buildToolCallItems(convert(buildFullRecord('A')))][0]],
])('%s holds no record', (_name, item) => {
	expect(parseItem(item)).toEqual({
		success: false,
		error: { code: 'item-without-record', message: expect.any(String) },
	});
});

test.each<[string, object, boolean]>([
	['a time entry', { id: '7', started_at: '2026-11-03T09:00:00Z', duration_seconds: 60 }, true],
	['a wrapped conversation', { call: buildFullRecord('A'), started_at: '2026-11-03' }, true],
	['dotted columns', { 'data.history.0.role': 'User', campaign_name: 'Spring' }, true],
	['a campaign', { campaign_id: '1', campaign_name: 'Spring', status: 'open' }, true],
	['documented names without values', { started_at: 'x', agent_id: null }, true],
	['a short record', { id: '7', started_at: '2026-11-03T09:00:00Z', agent_id: 'a' }, false],
	['a short record of shape B', { session_id: '7', start_time: '2026-11-03T09:00:00Z' }, false],
	['an event', { event: 'ConversationComplete', data: { started_at: 'x' } }, false],
	['Simplified', { started_at: 'x', outcome: 'failed' }, false],
])('%s: may it be no call? %j %s', (_name, item, mayBeOther) => {
	expect(read(item).mayBeOther).toBe(mayBeOther);
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

const full = { ...convert(buildFullRecord('A')), session_token: null };
const [simplified = {}] = buildOutputItems('simplified', full, {});
const [row = {}] = buildOutputItems('flat', full, {});
const crmHistory = [{ id: 'n-1', created_at: '2026-11-03', note: 'Called back', user: 'Ada' }];

test.each<[string, object, 'flat' | 'leftOut' | null]>([
	['Flat', row, 'flat'],
	['Simplified', simplified, 'flat'],
	['Simplified with columns of others', { ...simplified, crm_id: 7, content: 'x' }, 'flat'],
	['Simplified beside a record of others', { ...simplified, data: { call_sid: '1' } }, 'flat'],
	['Simplified beside the event', { ...simplified, body: event }, null],
	['Flat with the turns', { ...row, history: full.history }, null],
	['scalars of a conversation', { agent_title: 'A', outcome: 'failed', shape: 'A' }, 'flat'],
	['a conversation without history', { ...full, history: undefined }, 'leftOut'],
	['a conversation after Leave Out', { ...full, history: null, transcript: null }, 'leftOut'],
	['a conversation that had no history', convert({ agent_id: '1' }), null],
	['a record', buildFullRecord('B'), null],
	['a record without history', { call_sid: '1' }, null],
	['Simplified beside the history of a CRM', { ...simplified, history: crmHistory }, 'flat'],
	[
		'Simplified beside that as text',
		{ ...simplified, history: JSON.stringify(crmHistory) },
		'flat',
	],
	['Flat beside the history of a CRM', { ...row, history: crmHistory }, 'flat'],
	['Simplified beside a text as history', { ...simplified, history: 'called twice' }, 'flat'],
	['Simplified beside figures of others', { ...simplified, statistics: { visits: 3 } }, 'flat'],
	['Simplified beside a parcel', { ...simplified, delivery: { carrier: 'DHL' } }, 'flat'],
	['a conversation beside the history of a CRM', { ...full, history: crmHistory }, 'leftOut'],
])('where the turns of %s are', (_name, item, missing) => {
	expect(read(JSON.parse(JSON.stringify(item))).missingTurns).toBe(missing);
});

describe('a canonical conversation', () => {
	test('keeps what it states, and leaves alone what other nodes added', () => {
		const stated = {
			...full,
			...{ outcome: 'booked', direction: 'inbound', customer_number: '+15550100', shape: 'B' },
			customer_number_national: '(***) ***-**00',
			parse_issues: [issue(), issue()],
			parse_issue_count: 60,
		};
		expect(read({ ...stated, crm_id: 7 }).conversation).toEqual(stated);
		expect(read(storeAsRow(stated)).conversation).toEqual(stated);
	});

	test.each<[string, unknown]>([
		['direction', 'sideways'],
		['outcome', 7],
		['customer_number', 4915],
		['customer_number_national', false],
		['shape', 'C'],
		['parse_issues', [{ path: 1 }]],
		['parse_issues', 'none'],
		['parse_issue_count', '1'],
		['additional_fields', 'none'],
		...['direction', 'outcome', 'customer_number', 'shape', 'parse_issues'].map(
			(name): [string, unknown] => [name, undefined],
		),
	])('states nothing in %s by %j', (name, value) => {
		const { conversation } = read({ ...full, [name]: value });
		expect(conversation).toEqual({ ...full, [name]: null });
	});

	test('tells nothing of what was left out of it', () => {
		const said = { agent_title: 'Sales', outcome: 'no_answer', error_message: 'x' };
		const left = { ...said, parse_issues: [] };
		const { conversation } = read({ ...left, campaign_id: '1', to_number: '1' });
		const { statistics, ...others } = conversation;
		expect(others).toMatchObject({ ...left, answered: null, transcript: null, direction: null });
		expect(others).toMatchObject({ customer_number: null, shape: null, additional_fields: null });
		expect(JSON.stringify(statistics)).not.toMatch(/:(?:\d|true|false)/);
	});

	test('has no verdict and no token that a sender could write', () => {
		const delivery = { method: 'jwt+hmac', valid: true, reason: null, client: 'client' };
		const forged = { delivery, session_token: 'x', transcript: 'Agent: Yes', parse_issues: [] };
		const record = { id: '1', history: [{ role: 'User', content: 'No' }] };
		const expected = { delivery: null, session_token: null, transcript: 'User: No' };
		for (const item of [{ ...record, ...forged }, { body: { ...record, ...forged } }]) {
			expect(read(item).conversation).toMatchObject(expected);
		}
		expect(read({ ...event, data: { ...record, ...forged } }).conversation).toMatchObject(expected);
	});

	test('is not an event, whatever its record holds', () => {
		const forged = { ...event.data, customer_number: '1', outcome: 'booked', parse_issues: [] };
		const { conversation, whole } = read({ ...event, data: forged });
		const { customer_number, outcome } = convert(event.data);
		expect(conversation).toMatchObject({ customer_number, outcome });
		expect(conversation.additional_fields).toMatchObject({ outcome: 'booked' });
		expect(whole).toEqual({ ...event, data: forged });
	});

	test('is also a record of shape B to which somebody added a field', () => {
		const { id, agent_title, started_at } = convert(event.data);
		const { conversation } = read({ ...event.data, outcome: 'booked' });
		expect(conversation).toMatchObject({ id, agent_title, started_at, outcome: 'booked' });
		expect(read({ ...full, session_id: 'chat', agent_name: 'b' }).conversation).toEqual(full);
	});

	test('keeps unknown fields of turns, and what is left over now before what was', () => {
		const was = { has_audio: 'was', room_metadata: { failed: 'was', odd: 1 } };
		const { conversation } = read({
			...full,
			history: [{ role: 'User', content: 'Hi', crm_id: 7, metrics: { odd: 1 } }],
			has_audio: 'now',
			room_metadata: { failed: 'now' },
			additional_fields: was,
		});
		expect(conversation.history).toMatchObject([
			{ additional_fields: { crm_id: 7, metrics: { odd: 1 } } },
		]);
		const now = { has_audio: 'now', room_metadata: { failed: 'now', odd: 1 } };
		expect(conversation.additional_fields).toEqual(now);
	});

	test('says in its transcript what its turns say, where they were changed', () => {
		const turns = [
			{ role: 'System', content: 'Be kind.' },
			{ role: 'User', content: 'my card is 4111' },
		];
		const { history, ...conversation } = convert({ id: '1', history: turns });
		const redacted = (history ?? []).map((turn) => ({ ...turn, content: '[redacted]' }));
		for (const [left, count] of [[redacted, 2] as const, [redacted.slice(1), 1] as const]) {
			const { transcript, statistics } = read({ ...conversation, history: left }).conversation;
			expect([transcript, statistics.turn_count]).toEqual(['User: [redacted]', count]);
		}
	});

	test.each<[string, unknown]>([
		['the history of a CRM', crmHistory],
		['that as text', JSON.stringify(crmHistory)],
		['an empty history', []],
		['turns without words', [{ role: 'User' }]],
	])('is not emptied by %s', (_what, history) => {
		const { conversation } = read({ ...full, history });
		const { transcript, answered, statistics, outcome } = full;
		expect(conversation).toMatchObject({ transcript, answered, statistics, outcome });
		expect(read({ ...simplified, history }).conversation.transcript).toBe(transcript);
		expect(read({ ...row, history }).conversation.transcript).toBe(transcript);
	});

	const participant = { role: 'Participant', content: 'Hi' };
	const emit = (history: unknown[], stated: object = {}) => ({
		...convert({ id: '1', history }),
		...stated,
	});

	test.each<[string, object, boolean | null, string | null]>([
		[
			'who spoke by roles of the trigger',
			emit([participant], { answered: true, outcome: 'completed' }),
			true,
			'completed',
		],
		[
			'that nobody spoke, by roles of the trigger',
			emit([participant], { answered: false, outcome: 'no_answer' }),
			false,
			'no_answer',
		],
		['that it cannot be told', emit([{ role: 'User', content: [5] }]), null, null],
		[
			'that it cannot be told, without what was not read',
			emit([5], { additional_fields: undefined }),
			null,
			null,
		],
		[
			'that it cannot be told, where words were taken out',
			emit([], { answered: null, outcome: null }),
			null,
			null,
		],
		['nothing', emit([], { answered: undefined, outcome: undefined }), null, null],
		[
			'no answer, where words were added',
			emit([{ role: 'User', content: 'Hi' }], { answered: false, outcome: 'no_answer' }),
			true,
			'completed',
		],
		[
			'an outcome of the user, where words were added',
			emit([{ role: 'User', content: 'Hi' }], { answered: null, outcome: 'booked' }),
			true,
			'booked',
		],
	])('that states %s', (_name, item, answered, outcome) => {
		expect(read(JSON.parse(JSON.stringify(item))).conversation).toMatchObject({
			answered,
			outcome,
		});
	});

	test('knows of a recording that was added', () => {
		const conversation = convert({ id: '1', history: [] });
		const added = { ...conversation, audio_url: 'https://files.example.com/1' };
		expect(read(added).conversation.statistics.has_recording).toBe(true);
		expect(read({ ...added, history: null }).conversation.statistics.has_recording).toBe(true);
	});

	test.each([undefined, null, 'text', {}, { turn_count: 9 }])(
		'has its statistics and its transcript worked out where it holds turns and %j',
		(value) => {
			const changed = { ...full, statistics: value, transcript: value };
			expect(read(changed).conversation).toEqual(full);
		},
	);

	test('states single figures where it has no turns', () => {
		const statistics = { turn_count: 9, has_recording: 'yes', latency: { count: 2, p95: '1' } };
		const { conversation } = read({ ...full, history: null, audio_url: null, statistics });
		expect(conversation.statistics).toMatchObject({
			turn_count: 9,
			turn_count_by_role: { user: null },
			latency: { count: 2, p95: null },
		});
		expect(conversation.transcript).toBe(full.transcript);
	});

	const egress = { skip_composite_egress: 5, skipCompositeEgress: true };
	test.each<[string, object]>([
		['the other shape', { id: 5, session_id: 'uuid-1' }],
		['the other shape, in shape B', { agent_name: 5, agent_title: 'b', session_id: '1' }],
		['the other shape, in an object', { room_metadata: egress }],
	])('keeps a value that had come under a name of %s', (_, record) => {
		const conversation = convert({ call_sid: 'a', ...record });
		expect(conversation.parse_issues).toHaveLength(1);
		expect(read(conversation).conversation).toEqual(conversation);
	});
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

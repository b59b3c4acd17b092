import { parseItem } from '../../../core/record/item.ts';
import { buildFullRecord } from '../../support/interface/build-sample.mts';
import { buildOutputItems, convert } from '../../support/records/read-fixture.mts';

// Which items hold a record is in parse-item.

function read(item: unknown) {
	const parsed = parseItem(item);
	if (!parsed.success) throw new Error(parsed.error.code);
	return parsed;
}

const event = { event: 'ConversationComplete', data: buildFullRecord('B') };
const issue = { path: 'agent_id', expected: 'string', received: 'number' };

const full = { ...convert(buildFullRecord('A')), session_token: null };
const [simplified = {}] = buildOutputItems('simplified', full, {});
const [row = {}] = buildOutputItems('flat', full, {});
const crmHistory = [{ id: 'n-1', created_at: '2026-11-03', note: 'Called back', user: 'Ada' }];

test.each<[string, object, 'flat' | 'leftOut' | null]>([
	['Flat', row, 'flat'],
	['Simplified', simplified, 'leftOut'],
	['Simplified with columns of others', { ...simplified, crm_id: 7, content: 'x' }, 'leftOut'],
	['Simplified beside a record of others', { ...simplified, data: { call_sid: '1' } }, 'leftOut'],
	['Simplified beside the event', { ...simplified, body: event }, null],
	['Flat with the turns', { ...row, history: full.history }, null],
	['scalars of a conversation', { agent_title: 'A', outcome: 'failed', shape: 'A' }, 'flat'],
	['that with the words', { agent_title: 'A', outcome: 'failed', transcript: null }, 'leftOut'],
	['the words alone', { agent_title: 'A', transcript: 'User: Hi' }, 'flat'],
	['what only Conversation has', { agent_title: 'A', answered: null }, 'leftOut'],
	['the national form', { agent_id: 'A', customer_number_national: '0171 1' }, 'leftOut'],
	['that in a row of Flat', { agent_id: 'A', answered: true, statistics_turn_count: 1 }, 'flat'],
	['a conversation without history', { ...full, history: undefined }, 'leftOut'],
	['a conversation after Leave Out', { ...full, history: null, transcript: null }, 'leftOut'],
	['a conversation that had no history', convert({ agent_id: '1' }), null],
	['a record', buildFullRecord('B'), null],
	['a record without history', { call_sid: '1' }, null],
	['Simplified beside the history of a CRM', { ...simplified, history: crmHistory }, 'leftOut'],
	[
		'Simplified beside that as text',
		{ ...simplified, history: JSON.stringify(crmHistory) },
		'leftOut',
	],
	['Flat beside the history of a CRM', { ...row, history: crmHistory }, 'flat'],
	['Simplified beside a text as history', { ...simplified, history: 'called twice' }, 'leftOut'],
	['Flat beside figures of others', { ...row, statistics: { visits: 3 } }, 'flat'],
	['Flat beside a parcel', { ...row, delivery: { carrier: 'DHL' } }, 'flat'],
	['a conversation beside the history of a CRM', { ...full, history: crmHistory }, 'leftOut'],
])('where the turns of %s are', (_name, item, missing) => {
	expect(read(JSON.parse(JSON.stringify(item))).missingTurns).toBe(missing);
});

describe('a canonical conversation', () => {
	test('keeps the tools that it states, until there are turns', () => {
		const { history, ...stated } = convert({
			history: [{ tool_name: 'find' }, { tool_name: 'book' }],
		});
		const item = { ...stated, call_sid: 'c-1' };
		expect(read(item).conversation.tools_used).toEqual(['find', 'book']);
		const edited = { ...item, history: history?.slice(1) };
		expect(read(edited).conversation.tools_used).toEqual(['book']);
	});

	test('keeps what it states, and leaves alone what other nodes added', () => {
		const stated = {
			...full,
			...{ outcome: 'booked', direction: 'inbound', customer_number: '+15550100', shape: 'B' },
			customer_number_national: '(***) ***-**00',
			parse_issues: [issue, issue],
			parse_issue_count: 60,
		};
		expect(read({ ...stated, crm_id: 7 }).conversation).toEqual(stated);
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
		expect(whole).toEqual({ ...event, data: forged, delivery: null });
	});

	test('is also a record of shape B to which somebody added a field', () => {
		const { id, agent_title, started_at } = convert(event.data);
		const { conversation } = read({ ...event.data, outcome: 'booked' });
		expect(conversation).toMatchObject({ id, agent_title, started_at, outcome: 'booked' });
		// With its own id the item is a conversation, and the names of B are those of another node.
		const untitled = { ...full, agent_title: null };
		const others = { session_id: 'chat', agent_name: 'b' };
		expect(read({ ...untitled, ...others }).conversation).toEqual(untitled);
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

	const participant = [{ role: 'Participant', content: 'Hi' }];
	const said = [{ role: 'User', content: 'Hi' }];
	const tell = (answered: unknown, outcome: unknown) => ({ answered, outcome });
	const unread = { additional_fields: undefined };

	test.each<[string, unknown[], object, object]>([
		['who spoke', participant, tell(true, 'completed'), tell(true, 'completed')],
		['that nobody spoke', participant, tell(false, 'no_answer'), tell(false, 'no_answer')],
		['that it is unknown', [{ role: 'User', content: [5] }], {}, tell(null, null)],
		['that it is unknown, without the unread', [5], unread, tell(null, null)],
		['that it is unknown, without its words', [], tell(null, null), tell(null, null)],
		['nothing', [], tell(undefined, undefined), tell(null, null)],
		['no answer, then words were added', said, tell(false, 'no_answer'), tell(true, 'completed')],
		['an outcome of the user, then words', said, tell(null, 'booked'), tell(true, 'booked')],
	])('that states %s', (_name, history, stated, expected) => {
		const item = { ...convert({ id: '1', history }), ...stated };
		expect(read(JSON.parse(JSON.stringify(item))).conversation).toMatchObject(expected);
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

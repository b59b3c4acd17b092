import { type Conversation, conversationSchema } from '../../../core/conversation/conversation.ts';
import { listFields } from '../../../core/conversation/declare-field.ts';
import { isSecretName } from '../../../core/conversation/hide-session-token.ts';
import {
	listOutputFields,
	type Output,
	type OutputOptions,
	OUTPUTS,
	outputs,
} from '../../../core/conversation/outputs.ts';
import { readRecordType } from '../../support/interface/read-record-type.mts';
import {
	buildOutputItems,
	convert,
	readConversation,
	readRecord,
} from '../../support/records/read-fixture.mts';
import flat from '../../fixtures/records/shape-a-full/flat.json' with { type: 'json' };

function build(output: Output, name: string, options?: OutputOptions) {
	return buildOutputItems(output, readConversation(name), readRecord(name), options);
}

const full = 'shape-a-full';

test('conversation is one item, the conversation itself without its session token', () => {
	expect(build('conversation', full)).toEqual([{ ...readConversation(full), session_token: null }]);
});

test.each(OUTPUTS.filter((output) => output !== 'raw'))(
	'the item of %s has the listed fields, in the listed order',
	(output) => {
		for (const name of ['empty', full, 'shape-b-full', 'wrong-types', 'prototype-names']) {
			expect(build(output, name).map(Object.keys)).toEqual([listOutputFields(output)]);
		}
	},
);

test.each(OUTPUTS)('the telling field of %s is in no item of another output', (output) => {
	const { tellingField = '' } = outputs[output];
	const holders = OUTPUTS.filter((each) => listOutputFields(each).includes(tellingField));
	// Simplified has no field that Flat lacks, and Raw none of ours.
	expect(holders).toEqual(['simplified', 'raw'].includes(output) ? [] : [output]);
});

describe('flat', () => {
	const [row = {}] = build('flat', full);

	test('has what objects of the record hold under both names', () => {
		expect(row).toMatchObject(flat);
	});

	test('has a column for every scalar of the record', () => {
		const conversation = new Map(Object.entries(readConversation(full)));
		const scalars = Object.entries(readRecordType('A').fields)
			.filter(([, { kind }]) => kind !== 'object' && kind !== 'list' && kind !== 'map')
			.map(([name]) => name)
			.filter((name) => name !== 'session_token');
		expect(scalars.length).toBeGreaterThan(30);
		for (const name of scalars) {
			expect([name, row[name]]).toEqual([name, conversation.get(name)]);
			expect([name, row[name]]).not.toEqual([name, null]);
		}
	});

	test('shows how the delivery was authenticated', () => {
		const said = { method: 'jwt', valid: false, reason: 'expired', issuer: 'issuer' };
		const shown = { ...said, client: 'client', subject: 'subject' };
		const delivery = { ...shown, status: 'accepted', audience: ['one', 'two'], envelope: null };
		const [item] = buildOutputItems('flat', { ...readConversation(full), delivery }, {});
		for (const [name, value] of Object.entries({ ...shown, audience: 'one\ntwo' })) {
			expect([name, item?.[`delivery_${name}`]]).toEqual([name, value]);
		}
	});
});

describe('offset_seconds of a turn', () => {
	const listOffsets = ({ history }: Conversation) =>
		(history ?? []).map(({ offset_seconds }) => offset_seconds);

	test('is there with a time', () => {
		const expected = [0, 0.5, 2.5, 5.9, 6.4, 6.5, 7, 7.5, 10, 10.1];
		expect(listOffsets(readConversation(full))).toEqual(expected);
	});

	const times: Record<string, string> = {
		recording_started_at: '2026-01-01T00:00:01Z',
		agent_joined_at: '2026-01-01T00:00:02Z',
		started_at: '2026-01-01T00:00:03Z',
	};
	test.each([
		[{}, 9],
		[{ recording_started_at: 'yesterday' }, 8],
		[{ recording_started_at: '0001-01-01T00:00:00' }, 8],
		[{ recording_started_at: null, agent_joined_at: null }, 7],
		[{ recording_started_at: null, agent_joined_at: null, started_at: null }, 0],
		[{ recording_started_at: '2026-01-01T00:01:00Z' }, 0],
	])('counts from the recording, else the agent, else the start: %j', (head, seconds) => {
		const history = [{ content: 'no time' }, { created_at: '2026-01-01T00:00:10Z' }];
		const conversation = convert({ ...times, ...head, history });
		expect(listOffsets(conversation)).toEqual([undefined, seconds]);
		expect(Object.keys(conversation.history?.[0] ?? {})).not.toContain('offset_seconds');
	});
});

test.each(['shape-b-full', 'wrong-types', 'prototype-names', 'odd-text'])(
	'raw of %s is the record as delivered',
	(name) => {
		expect(JSON.stringify(build('raw', name))).toBe(JSON.stringify([readRecord(name)]));
	},
);

test.each([
	['selected', ['statistics', 'id', 'unknown'], ['id', 'statistics']],
	[
		'except',
		['history', 'unknown'],
		listOutputFields('conversation').filter((it) => it !== 'history'),
	],
] as const)('fields are %s by name, in the order of the item', (mode, names, expected) => {
	expect(build('conversation', full, { fields: { mode, names } }).map(Object.keys)).toEqual([
		expected,
	]);
});

test.each([full, 'shape-b-full', 'camel-case', 'wrong-types', 'empty'])(
	'Conversation and Flat of %s begin with names and values of Simplified',
	(name) => {
		const [simplified = {}] = build('simplified', name);
		expect(Object.keys(simplified)).toHaveLength(15);
		const { tools_used: names, ...others } = simplified;
		const [conversation = {}] = build('conversation', name);
		const [row = {}] = build('flat', name);
		expect(conversation).toMatchObject(others);
		expect(row).toMatchObject(simplified);
		for (const item of [conversation, row]) {
			expect(Object.keys(item).slice(0, 15)).toEqual(Object.keys(simplified));
		}
		// A list is one text, one element a line.
		const { tools_used: list } = readConversation(name);
		expect(names).toBe(list && list.join('\n'));
	},
);

test('system turns are left out of conversation', () => {
	const options = { leaveOutSystemTurns: true };
	const { history, synthesized_chat_history: synthesized } = readConversation(full);
	const [, ...others] = history ?? [];
	expect(build('conversation', full, options)).toMatchObject([
		{ history: others, synthesized_chat_history: synthesized?.slice(1) },
	]);
});

describe('the session token', () => {
	test('is the one field that is declared a secret', () => {
		const fields = listFields(conversationSchema);
		const secrets = fields.filter(({ facts }) => facts.sensitivity === 'secret');
		const named = secrets.map(({ name }) => [name, isSecretName(name)]);
		expect(named).toEqual([['session_token', true]]);
	});

	const secret = 'secret-of-the-session';

	// Where a service could put the token beside its documented place, and how it could spell it.
	const places: [string, object][] = [
		['its documented field', { session_token: secret }],
		['camel case', { sessionToken: secret }],
		['capitals', { SESSION_TOKEN: secret }],
		['hyphens', { 'Session-Token': secret }],
		['an object in its own field', { session_token: { value: secret } }],
	];

	test.each(places)('is null in every output but Raw in %s', (_, fields) => {
		const record = { id: '1', ...fields };
		const conversation = convert(record);
		const before = JSON.stringify(conversation);
		for (const output of OUTPUTS) {
			const items = buildOutputItems(output, conversation, record);
			expect(JSON.stringify(items).includes(secret)).toBe(output === 'raw');
		}
		const [item = {}] = buildOutputItems('conversation', conversation, record);
		const shown = [item.session_token, ...Object.values(item.additional_fields ?? {})];
		expect(new Set(shown)).toEqual(new Set([null]));
		expect(JSON.stringify(conversation)).toBe(before);
	});

	test('is not what a name says that only begins like it', () => {
		const fields = { session_token_count: 3, my_session: { token: 'a' } };
		const [item] = buildOutputItems('conversation', convert({ id: '1', ...fields }), {});
		expect(item?.additional_fields).toEqual(fields);
	});
});

test('U+FFFD replaces the character U+0000 in values and names of every output but Raw, and nothing else', () => {
	const record = {
		id: 'a\u0000b',
		agent_title: '\u0000',
		url_parameters: { 'x\u0000': 'y\u0000' },
		history: [
			{ role: 'User', content: 'one\u0000two', odd: { 'n\u0000': ['v\u0000'] } },
			{ tool_name: 'find\u0000', tool_arguments_json: '{"a":"\\u0000"}', tool_output: '\u0000' },
		],
	};
	const build = (output: Output) => buildOutputItems(output, convert(record), record);
	for (const output of OUTPUTS.filter((each) => each !== 'raw')) {
		// The arguments of a tool are JSON text of their own, which stays.
		const text = JSON.stringify(build(output)).replaceAll('\\\\u0000', '');
		expect([output, text.includes('\\u0000')]).toEqual([output, false]);
	}
	expect(build('raw')).toMatchObject([{ id: 'a\u0000b', agent_title: '\u0000' }]);
	const expected = { agent_title: '\uFFFD', url_parameters: '{"x\uFFFD":"y\uFFFD"}' };
	expect(build('flat')[0]).toMatchObject(expected);
	const additional_fields = { odd: { 'n\uFFFD': ['v\uFFFD'] } };
	const call = { name: 'find\uFFFD', tool_arguments: { a: '\uFFFD' }, output: '\uFFFD' };
	expect(build('conversation')[0]).toMatchObject({
		history: [{ content: 'one\uFFFDtwo', additional_fields }, {}],
		tool_calls: [call],
	});
});

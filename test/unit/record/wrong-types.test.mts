import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import type { ParseIssue } from '../../../core/conversation/conversation.ts';
import type { UnknownObject } from '../../../core/json.ts';
import { buildToolCallItems } from '../../../core/conversation/turn-items.ts';
import { buildChatMessages } from '../../../core/conversation/transcript/chat-messages.ts';
import { writeTextTranscript } from '../../../core/conversation/transcript/transcript.ts';
import { buildFullRecord } from '../../support/interface/build-sample.mts';
import type { Type } from '../../support/interface/parse-type.mts';
import { readRecordType } from '../../support/interface/read-record-type.mts';
import { convert } from '../../support/records/read-fixture.mts';
import { breakTypes, countRuns } from '../../support/records/mutate-record.mts';

/** A value that is not of its documented type. */
type WrongValue = ParseIssue;

const jsonTypes = {
	string: 'string',
	uuid: 'string',
	timestamp: 'string',
	number: 'number',
	boolean: 'boolean',
	list: 'array',
	map: 'object',
	object: 'object',
} as const;

function nameJsonType(value: unknown): string {
	if (value === null) return 'null';
	if (typeof value === 'number' && !Number.isFinite(value)) return 'number that is not finite';
	return Array.isArray(value) ? 'array' : typeof value;
}

function joinPath(parent: string, key: string): string {
	if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${parent}[${JSON.stringify(key)}]`;
	return parent === '' ? key : `${parent}.${key}`;
}

/** What in a value is not as its documented type has it. Any field may be null or missing, no element may. */
function listWrongValues(type: Type, value: unknown, path = ''): WrongValue[] {
	if (type.kind === 'any') return [];
	const expected = jsonTypes[type.kind];
	const received = nameJsonType(value);
	if (received !== expected) return [{ path, expected, received }];
	const inField = (field: Type, place: string, held: unknown) =>
		held === null || held === undefined ? [] : listWrongValues(field, held, place);
	if (type.kind === 'list' && Array.isArray(value)) {
		return value.flatMap((element, index) =>
			listWrongValues(type.element, element, `${path}[${index}]`),
		);
	}
	const entries = Object.entries(Object(value));
	const ofMap = `${path}[*]`;
	if (type.kind === 'map') return entries.flatMap(([, held]) => inField(type.value, ofMap, held));
	if (type.kind !== 'object') return [];
	return entries.flatMap(([key, held]) => {
		const field = Object.hasOwn(type.fields, key) ? type.fields[key] : undefined;
		return field === undefined ? [] : inField(field, joinPath(path, key), held);
	});
}

const byPath = (one: WrongValue, other: WrongValue) =>
	one.path + one.received < other.path + other.received ? -1 : 1;

/** What core says of the types in a record; that a text is no JSON or no time is no matter of types. */
function report(record: unknown): WrongValue[] {
	return listIssues(record)
		.filter(({ expected }) => expected !== 'JSON text' && expected !== TIME)
		.sort(byPath);
}

const TIME = 'ISO 8601 time';

const listIssues = (record: unknown): WrongValue[] => convert(record).parse_issues ?? [];

test.each(['A', 'B'] as const)(
	'core reports of types what the tables of the interface document say of shape %s',
	(shape) => {
		const type = readRecordType(shape);
		const found = new Set<string>();
		fc.assert(
			fc.property(breakTypes(buildFullRecord(shape)), (record) => {
				const wrong = listWrongValues(type, record).sort(byPath);
				for (const { path } of wrong) found.add(path);
				const reported = report(record);
				// `expect` alone takes longer than everything it looks at.
				if (!isDeepStrictEqual(reported, wrong)) expect(reported).toEqual(wrong);
			}),
			{ numRuns: countRuns(1_000) },
		);
		// The generated records break far more than a few fields, or nothing was compared.
		expect(found.size).toBeGreaterThan(shape === 'A' ? 100 : 50);
	},
);

test('issues are in the order in which the fields are declared, however they came', () => {
	const sent = {
		room_metadata: { failed: 'yes' },
		url_parameters: { ref: 42 },
		history: [{ role: 1 }],
	};
	const reversed = Object.fromEntries(Object.entries(sent).toReversed());
	const listPaths = (record: object) => listIssues(record).map(({ path }) => path);
	expect(listPaths(sent)).toHaveLength(3);
	expect(listPaths(reversed)).toEqual(listPaths(sent));
});

describe('what is no time', () => {
	const metrics = { started_speaking_at: 'soon', stopped_speaking_at: '2026-11-03T24:01Z' };
	const unset = { started_speaking_at: '1970-01-01T00:00:00Z', stopped_speaking_at: ' ' };
	const issue = (path: string) => ({ path, expected: TIME, received: 'string' });

	test.each<[string, object, string[]]>([
		[
			'in the head of shape A',
			{
				id: '1',
				...{ created_at: 'x', updated_at: '3.11.2026', started_at: '2026-02-29T00:00:00Z' },
				...{ ended_at: '1763715600', audio_url_expires_at: 'x', agent_joined_at: '2026-11-03' },
				recording_started_at: '2026-11-03T09:15:04 Z',
			},
			[
				...['started_at', 'ended_at', 'audio_url_expires_at', 'created_at', 'updated_at'],
				...['recording_started_at', 'agent_joined_at'],
			],
		],
		['in the head of shape B', { session_id: '1', start_time: 'x' }, ['start_time']],
		[
			'of who spoke',
			{ history: [{ created_at: 'x' }, { created_at: 'x', metrics }] },
			['history[1].metrics.started_speaking_at', 'history[1].metrics.stopped_speaking_at'],
		],
		['that was never set', { started_at: '', ended_at: '0001-01-01T00:00:00' }, []],
		['that was never set, in Unix', { history: [{ metrics: unset }] }, []],
	])('is an issue %s, and stays', (_, record, paths) => {
		expect(listIssues(record)).toEqual(paths.map(issue));
		const { session_id: id, start_time: started_at, ...kept }: UnknownObject = { ...record };
		expect(convert(record)).toMatchObject({ ...kept, ...(id ? { id, started_at } : {}) });
	});
});

describe('a field whose name is spelled otherwise', () => {
	const pascal = {
		Id: 'c0ffee00-0000-4000-8000-000000000001',
		AgentTitle: 'Appointments',
		DurationSeconds: 60,
		RoomMetadata: { Failed: true },
		History: [{ Role: 'User', Content: 'Hello' }],
	};

	test('is listed under its documented name, in the whole record', () => {
		expect(listIssues(pascal)).toEqual([
			{ path: 'Id', expected: 'the name id', received: 'string' },
			{ path: 'AgentTitle', expected: 'the name agent_title', received: 'string' },
			{ path: 'DurationSeconds', expected: 'the name duration_seconds', received: 'number' },
			{ path: 'RoomMetadata', expected: 'the name room_metadata', received: 'object' },
			{ path: 'History', expected: 'the name history', received: 'array' },
		]);
	});

	test('is listed inside a turn and its figures', () => {
		const history = [{ Role: 'User', metrics: { 'E2E-Latency': 1 } }];
		const figures = 'history[0].metrics';
		expect(listIssues({ history })).toEqual([
			{ path: `${figures}["E2E-Latency"]`, expected: 'the name e2e_latency', received: 'number' },
			{ path: 'history[0].Role', expected: 'the name role', received: 'string' },
		]);
	});

	test.each<[string, object]>([
		['with the documented name beside it', { id: '1', Id: '2', status: null, STATUS: null }],
		['with the name of the other shape beside it', { session_id: '1', ID: '2' }],
		['that means nothing documented', { AgentNickname: 'Ann' }],
		['that core works out itself', { Summary: 'short', TRANSCRIPT: 'long' }],
		['in the URL parameters', { url_parameters: { AgentTitle: 'Ann' } }],
	])('is not listed %s', (_, record) => {
		expect(listIssues(record)).toEqual([]);
	});
});

// What becomes of the turn itself is in the fixture tool-arguments.
test('arguments that came as an object are in Tool Calls, in the chat and in the transcript', () => {
	const call = { role: 'Tool', tool_name: 'book', tool_call_id: '1' };
	const history = [
		{ ...call, tool_arguments_json: { day: 'Monday' } },
		{ ...call, tool_output: 'booked' },
	];
	const conversation = convert({ history });
	expect([...buildToolCallItems(conversation)]).toMatchObject([
		{ tool_arguments: { day: 'Monday' }, tool_arguments_json: null, tool_output: 'booked' },
	]);
	const [message] = buildChatMessages(conversation, { includeToolCalls: true });
	const called = { name: 'book', arguments: '{"day":"Monday"}' };
	expect(message).toMatchObject({ tool_calls: [{ function: called }] });
	expect(writeTextTranscript(conversation, { includeToolCalls: true })).toContain(
		'book called with {"day":"Monday"}\n',
	);
});

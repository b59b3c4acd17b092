import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import type { ParseIssue } from '../../../core/conversation/conversation.ts';
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

/** Values that core reads all the same: an issue once for each name. */
const isReadAnyway = ({ kind }: Type, name: string, value: unknown): boolean =>
	((kind === 'string' || kind === 'uuid') && typeof value === 'number') ||
	(kind === 'boolean' && value === 0) ||
	(name === 'content' && Array.isArray(value) && (value.length === 0 || value.includes('a')));

/** What in a value is not as its documented type has it. Any field may be null or missing, no element may. */
function listWrongValues(
	type: Type,
	value: unknown,
	path = '',
	read = new Set<string>(),
): WrongValue[] {
	if (type.kind === 'any') return [];
	const expected = jsonTypes[type.kind];
	const received = nameJsonType(value);
	// A time of 0 says nothing.
	if (type.kind === 'timestamp' && value === 0) return [];
	if (received !== expected) {
		const name = /\w+$/.exec(path)?.[0];
		if (name !== undefined && isReadAnyway(type, name, value)) {
			if (read.has(name)) return [];
			read.add(name);
		}
		return [{ path, expected, received }];
	}
	const inField = (field: Type, place: string, held: unknown) =>
		held === null || held === undefined ? [] : listWrongValues(field, held, place, read);
	if (type.kind === 'list' && Array.isArray(value)) {
		return value.flatMap((element, index) =>
			listWrongValues(type.element, element, `${path}[${index}]`, read),
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

/** The place of each time, such as `history[0].metrics.started_speaking_at`. */
function listTimes(type: Type, path = ''): string[] {
	if (type.kind === 'timestamp') return [path];
	if (type.kind === 'list') return listTimes(type.element, `${path}[0]`);
	if (type.kind !== 'object') return [];
	return Object.entries(type.fields).flatMap(([name, field]) =>
		listTimes(field, joinPath(path, name)),
	);
}

test.each(listTimes(readRecordType('A')))('the time %s is written in UTC', (path) => {
	const [names, end] = [path.split(/[.[\]]+/), '2026-11-03T10:15:04.25+01:00'];
	const record = names.reduceRight<unknown>(
		(inner, name) => (name === '0' ? [inner] : { [name]: inner }),
		end,
	);
	expect(convert(record)).toHaveProperty(names, '2026-11-03T09:15:04.25Z');
});

// Of times and of spelling are the fixtures no-times, pascal-case and spelled-otherwise.
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

// The turn itself is in the fixture tool-arguments, the chat in test/unit/conversation/chat-messages.
test('arguments that came as an object are in tool_calls and in the transcript', () => {
	const call = { role: 'Tool', tool_name: 'book', tool_call_id: '1' };
	const history = [
		{ ...call, tool_arguments_json: { day: 'Monday' } },
		{ ...call, tool_output: 'booked' },
	];
	const conversation = convert({ history });
	expect(conversation.tool_calls).toMatchObject([
		{ tool_arguments: { day: 'Monday' }, output: 'booked' },
	]);
	expect(writeTextTranscript(conversation, { includeToolCalls: true })).toContain(
		'book called with {"day":"Monday"}\n',
	);
});

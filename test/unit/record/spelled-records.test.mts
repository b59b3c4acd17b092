import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parseDelivery } from '../../../core/delivery/decide-delivery.ts';
import { createRecord } from '../../../sandbox/conversations/create-record.mts';
import {
	buildFullRecord,
	type Json,
	type JsonRecord,
} from '../../support/interface/build-sample.mts';
import type { Type } from '../../support/interface/parse-type.mts';
import { readRecordType } from '../../support/interface/read-record-type.mts';
import { countRuns } from '../../support/records/mutate-record.mts';

const ENDED_AT_MS = Date.parse('2026-11-03T09:17:30Z');

const plainRecords = (['A', 'B'] as const).flatMap((shape) => {
	const made = [0, 3, 8].map((turns): JsonRecord => {
		const { record } = createRecord(
			{ seed: turns + 1, endedAtMs: ENDED_AT_MS, options: { shape, turns } },
			{ baseUrl: 'http://127.0.0.1:1', nowMs: ENDED_AT_MS },
		);
		return JSON.parse(JSON.stringify(record));
	});
	const type = readRecordType(shape);
	return [buildFullRecord(shape), ...made].map((record) => ({ type, record }));
});

/** Chooses one of several ways; each choice is a number that shrinks to the plain way. */
type Choose = <Way>(...ways: Way[]) => Way;

const SPELLINGS: ReadonlyArray<(name: string) => string> = [
	(name) => name,
	(name) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
	(name) => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
	(name) => name.replaceAll('_', '-'),
	(name) => name.replaceAll('_', ' '),
	(name) => name.toUpperCase(),
];

const spell = (name: string, choose: Choose) =>
	choose(...SPELLINGS)(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

function writeTime(iso: string, choose: Choose): Json {
	const ms = Date.parse(iso);
	const ahead = new Date(ms + 5_400_000).toISOString();
	const ways: Json[] = [
		iso,
		iso.replace('Z', ''),
		iso.replace('Z', '+00:00'),
		iso.replace('T', ' ').replace('Z', ' UTC'),
		ahead.replace('Z', '+01:30'),
		ahead.replace(/[-:]/g, '').replace('Z', '+0130'),
		ms,
		ms / 1000,
		String(ms),
	];
	if (ms % 1000 === 0) {
		const mail = new Date(ms).toUTCString();
		ways.push(mail, mail.slice(5).replace('GMT', '+0000'), String(ms / 1000));
	}
	return choose(...ways);
}

const NUMBER = /^\+\d{8,15}$/;

const writeNumber = (number: string, choose: Choose) =>
	choose(
		number,
		`tel:${number}`,
		`whatsapp:${number}`,
		`sip:${number}@pbx.example.com;user=phone`,
		`"Ann Lee" <sip:${number}@example.com>`,
	);

function writeContent(text: string, choose: Choose): Json {
	const lines = text.split('\n');
	return choose<Json>(
		text,
		lines,
		{ text },
		{ type: 'text', transcript: text },
		lines.map((line) => ({ type: choose('text', 'output_text', 'InputAudio'), text: line })),
	);
}

/** The value as a service may write it that takes the documented type less seriously. */
function restate(type: Type, value: Json, name: string, choose: Choose): Json {
	if (value === null) return null;
	if (typeof value === 'boolean') {
		const [word, figure] = value ? ['true', 1] : ['false', 0];
		return choose<Json>(value, word, word.toUpperCase(), String(figure), figure);
	}
	if (typeof value === 'number') {
		return /^-?\d{1,15}(\.\d{1,15})?$/.test(String(value))
			? choose<Json>(value, String(value))
			: value;
	}
	if (type.kind === 'timestamp') return writeTime(String(value), choose);
	if (typeof value === 'string') {
		if (name === 'content') return writeContent(value, choose);
		return NUMBER.test(value) ? writeNumber(value, choose) : value;
	}
	const written = restateInside(type, value, name, choose);
	const isNested = type.kind === 'object' || type.kind === 'list' || type.kind === 'map';
	return isNested ? choose(written, JSON.stringify(written)) : written;
}

function restateInside(type: Type, value: Json, name: string, choose: Choose): Json {
	if (Array.isArray(value)) {
		if (type.kind !== 'list') return value;
		const { element } = type;
		const written = value.map((each) =>
			element.kind === 'object' ? restateInside(element, each, '', choose) : each,
		);
		return name.endsWith('history') && isInOrder(value)
			? choose(written, written.reverse())
			: written;
	}
	if (type.kind !== 'object' || typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, inner]) => {
		const field = type.fields[key];
		if (field === undefined) throw new Error(`${key} is not documented`);
		const isAlone = key === 'content' && isSpokenAlone(value);
		const written = restate(field, inner, key, choose);
		const moved = isAlone && typeof written === 'string' ? choose(key, 'text', 'message') : key;
		return [spell(moved, choose), written] as const;
	});
	return Object.fromEntries(entries);
}

/** Whether turns have at least three different times, none before the last. */
function isInOrder(turns: Json[]): boolean {
	const times = turns.map((turn) => Date.parse(Object(turn).created_at));
	const isRising = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? NaN));
	return isRising && !times.includes(NaN) && new Set(times).size > 2;
}

function isSpokenAlone({ role, content, tool_name, tool_output, tool_arguments_json }: JsonRecord) {
	const isOfTool = [tool_name, tool_output, tool_arguments_json].some(Boolean);
	const isKnown = role === 'User' || role === 'Assistant' || role === 'System';
	return isKnown && !isOfTool && typeof content === 'string' && content.trim() !== '';
}

const AS_SENT = [
	'parse_issues',
	'parse_issue_count',
	'additional_fields',
	'from_number',
	'to_number',
];
const TIME = /_at$/;

/** The item without what says how the record came, and with times as moments. */
function reduce(body: Json): unknown {
	const parsed = parseDelivery(JSON.stringify(body));
	if (!parsed.success) throw new Error(parsed.error.code);
	return JSON.parse(JSON.stringify(parsed.conversation), (name: string, value: unknown) => {
		if (AS_SENT.includes(name)) return undefined;
		return TIME.test(name) && typeof value === 'string' ? Date.parse(value) : value;
	});
}

const numRuns = countRuns(5_000);

test(`${numRuns} records in other spellings, types, times and frames give the item of the plain record`, () => {
	const property = fc.property(
		fc.constantFrom(...plainRecords),
		fc.infiniteStream(fc.nat(1_000)),
		fc.infiniteStream(fc.nat(9)),
		({ type, record }, choices, omissions) => {
			const choose: Choose = (...ways) => {
				const way = ways[Number(choices.next().value) % ways.length];
				if (way === undefined) throw new Error('There is no such way');
				return way;
			};
			const kept = Object.entries(record).filter(() => omissions.next().value !== 1);
			const plain = Object.fromEntries(kept);
			const written = restateInside(type, plain, '', choose);
			const event = 'ConversationComplete';
			const body = {
				[choose('event', 'Event', 'EVENT')]: event,
				[choose('data', 'Data')]: written,
			};
			const [expected, read] = [reduce({ event, data: plain }), reduce(body)];
			// `expect` alone takes longer than everything it looks at.
			if (!isDeepStrictEqual(read, expected)) {
				expect({ read, of: written }).toEqual({ read: expected, of: written });
			}
		},
	);
	fc.assert(property, { numRuns });
}, 600_000);

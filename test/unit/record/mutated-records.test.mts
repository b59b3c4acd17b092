import fc from 'fast-check';

import { conversationSchema } from '../../../core/conversation/conversation.ts';
import { buildOutputItems, OUTPUTS } from '../../../core/conversation/outputs.ts';
import type { Conversation } from '../../../core/conversation/conversation.ts';
import { writeReport } from '../../../core/conversation/report/page.ts';
import { buildChatMessages } from '../../../core/conversation/transcript/chat-messages.ts';
import {
	writeMarkdownTranscript,
	writeTextTranscript,
} from '../../../core/conversation/transcript/transcript.ts';
import { writeSubRip, writeWebVtt } from '../../../core/conversation/transcript/subtitles.ts';
import { parseItem } from '../../../core/record/item.ts';
import { findVendorNames } from '../../../core/record/vendor-names.ts';
import { parseRecord } from '../../../core/record/parse-record.ts';
import { WebVTTParser } from 'webvtt-parser';
import { buildFullRecord, type Json } from '../../interface/build-sample.mts';
import { countLeaves, findNonJson, type LeafCounts } from './inspect-json.mts';
import { mutatedRecord } from './mutate-record.mts';

function convert(record: unknown): Conversation {
	const parsed = parseRecord(record);
	if (!parsed.success) throw new Error(parsed.error.code);
	return parsed.conversation;
}

const keysOf = (conversation: Conversation) => [
	Object.keys(conversation),
	Object.keys(conversation.test_eval_result),
	Object.keys(conversation.room_metadata),
	Object.keys(conversation.room_metadata.operator_invite),
	Object.keys(conversation.statistics),
];
const expectedKeys = JSON.stringify(keysOf(convert(buildFullRecord('A'))));
const expectedTurnKeys: ReadonlySet<string> = new Set(
	Object.keys(convert(buildFullRecord('A')).history?.[0] ?? {}).concat('additional_fields'),
);

/** The additional fields but for those that a vendor's name brought to their place as well. */
function withoutRepeated(record: object, conversation: Conversation): object {
	const names = findVendorNames(Object.keys(record), conversation.shape === 'A' ? 1 : 2);
	const isRepeated = (key: string) => {
		const name = names.get(key);
		return name !== undefined && Reflect.get(conversation, name) !== null;
	};
	const { additional_fields: additional } = conversation;
	return Object.fromEntries(Object.entries(additional).filter(([key]) => !isRepeated(key)));
}

/** What a conversation holds of its record: everything but what core worked out. */
function withoutDerived(record: object, conversation: Conversation): unknown {
	const stripTurns = (turns: Conversation['history']) =>
		turns?.map((turn) => ({ ...turn, tool_arguments: null })) ?? null;
	return {
		...conversation,
		additional_fields: withoutRepeated(record, conversation),
		shape: null,
		direction: null,
		customer_number: null,
		customer_number_national: null,
		answered: null,
		outcome: null,
		transcript: null,
		statistics: null,
		parse_issues: null,
		parse_issue_count: null,
		history: stripTurns(conversation.history),
		synthesized_chat_history: stripTurns(conversation.synthesized_chat_history),
	};
}

// fast-check prints seed and path of a failure, which `fc.assert(…, {seed, path})` repeats.

/** The nightly workflow takes many more. */
const runs = Number(process.env.MUTATED_RECORDS ?? 30_000);

test(`${runs} mutated records: no throw, stable keys, JSON alone, nothing lost, nothing changed`, () => {
	fc.assert(
		fc.property(mutatedRecord, (record) => {
			const before = JSON.stringify(record);
			const conversation = convert(record);
			// Thrown by hand: `expect` would take longer than everything it looks at.
			const check = (holds: boolean, what: string) => {
				if (!holds) throw new Error(what);
			};
			check(findNonJson(conversation) === null, 'something is not JSON');
			check(JSON.stringify(keysOf(conversation)) === expectedKeys, 'the keys differ');
			for (const turn of conversation.history ?? []) {
				const keys = Object.keys(turn);
				check(keys.includes('metrics'), 'metrics are missing');
				check(
					keys.every((key) => expectedTurnKeys.has(key)),
					'a turn has other keys',
				);
			}
			const leaves: LeafCounts = new Map();
			countLeaves(record, leaves);
			countLeaves(withoutDerived(record, conversation), leaves, -1);
			for (const [leaf, count] of leaves) {
				if (count !== 0) throw new Error(`${count > 0 ? 'lost' : 'added'} ${String(leaf)}`);
			}
			check(JSON.stringify(record) === before, 'the record was changed');
			check(!('polluted' in {}), 'the prototype was changed');
		}),
		{ numRuns: runs },
	);
}, 600_000);

test('what is read is what the schema declares', () => {
	fc.assert(
		fc.property(mutatedRecord, (record) => {
			// zod drops a field __proto__ and takes nothing with a field constructor for a map: core keeps both.
			fc.pre(!/"(?:__proto__|constructor)":/.test(JSON.stringify(record)));
			const conversation = convert(record);
			const declared = conversationSchema.safeParse(conversation);
			if (!declared.success) throw new Error(JSON.stringify(declared.error.issues));
			// zod leaves out what is not declared: nothing may be missing then.
			expect(declared.data).toStrictEqual(conversation);
		}),
		{ numRuns: 2000 },
	);
});

test('one wrong type anywhere costs that field alone', () => {
	const clean: unknown = JSON.parse(JSON.stringify(convert(buildFullRecord('A'))));
	const paths = listPaths(buildFullRecord('A'));
	fc.assert(
		fc.property(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 2 }), (path, value) => {
			const record = buildFullRecord('A');
			setAt(record, path, value);
			const conversation = convert(record);
			const changed = listPaths(conversation).filter(
				(it) => JSON.stringify(pick(conversation, it)) !== JSON.stringify(pick(clean, it)),
			);
			const allowed = new Set([
				'additional_fields',
				'parse_issues',
				'parse_issue_count',
				'outcome',
				'transcript',
				'statistics',
				'direction',
				'customer_number',
				'customer_number_national',
				'answered',
			]);
			return changed.every(
				(it) =>
					allowed.has(it[0] ?? '') ||
					it.includes('additional_fields') ||
					it.includes('tool_arguments') ||
					isPrefix(path, it) ||
					// What replaced a list's element may have moved the ones after it.
					(/^\d+$/.test(path.at(-1) ?? '') && isPrefix(path.slice(0, -1), it)),
			);
		}),
		{ numRuns: 3000 },
	);
});

test('every output of mutated records is JSON, and a conversation reads as itself', () => {
	fc.assert(
		fc.property(mutatedRecord, (record) => {
			const conversation = convert(record);
			for (const output of OUTPUTS) {
				const items = buildOutputItems(output, conversation, record);
				expect(findNonJson(items)).toBeNull();
			}
			const [row = {}] = buildOutputItems('flat', conversation, record);
			for (const cell of Object.values(row))
				expect(cell === null || typeof cell !== 'object').toBe(true);
			// A number that is not finite has become text, which its place would take for its own.
			if (findNonJson(record) !== null) return;
			const again = parseItem(JSON.parse(JSON.stringify(conversation)));
			expect(again.success && again.conversation).toEqual(JSON.parse(JSON.stringify(conversation)));
		}),
		{ numRuns: 1000 },
	);
}, 300_000);

test('every transcript and report of mutated records can be written and read', () => {
	const options = { includeSystemTurns: true, includeToolCalls: true, includeTimes: true };
	fc.assert(
		fc.property(mutatedRecord, (record) => {
			const conversation = convert(record);
			const vtt = new WebVTTParser().parse(writeWebVtt(conversation));
			expect(vtt.errors).toEqual([]);
			const starts = vtt.cues.map((cue) => cue.startTime);
			expect(starts).toEqual([...starts].sort((a, b) => a - b));
			expect(starts.every((start) => start >= 0)).toBe(true);
			expect(findNonJson(buildChatMessages(conversation, options))).toBeNull();
			for (const text of [
				writeTextTranscript(conversation, options),
				writeMarkdownTranscript(conversation, options),
				writeSubRip(conversation),
				writeReport(conversation),
			]) {
				expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text);
				expect(text).not.toMatch(/undefined|\bNaN\b/);
			}
			expect(writeReport(conversation)).not.toContain('<script');
		}),
		{ numRuns: 2000 },
	);
}, 300_000);

test('20,000 turns', () => {
	const [turn = null] = [buildFullRecord('A').history].flat();
	const history: Json[] = Array.from({ length: 20_000 }, (_, index) =>
		index % 100 === 0 ? { ...Object(turn), content: index } : turn,
	);
	const conversation = convert({ ...buildFullRecord('A'), history });
	expect(conversation.history).toHaveLength(20_000);
	expect(conversation.parse_issue_count).toBe(200);
	expect(conversation.statistics.turn_count).toBe(20_000);
	expect(buildOutputItems('turns', conversation, {})).toHaveLength(20_000);
	expect(writeReport(conversation).length).toBeGreaterThan(1_000_000);
	expect(writeWebVtt(conversation)).toContain('WEBVTT');
});

type Path = readonly string[];

function listPaths(value: unknown, path: Path = []): Path[] {
	if (typeof value !== 'object' || value === null) return [path];
	const own: Path[] = path.length === 0 ? [] : [path];
	return own.concat(
		Object.entries(value).flatMap(([key, child]) => listPaths(child, [...path, key])),
	);
}

function pick(value: unknown, path: Path): unknown {
	let current = value;
	for (const key of path) {
		if (typeof current !== 'object' || current === null) return undefined;
		current = Reflect.get(current, key);
	}
	return current;
}

function setAt(root: object, path: Path, value: unknown): void {
	const parent = pick(root, path.slice(0, -1));
	if (typeof parent !== 'object' || parent === null) throw new Error(path.join('.'));
	Reflect.set(parent, path.at(-1) ?? '', value);
}

function isPrefix(prefix: Path, path: Path): boolean {
	const length = Math.min(prefix.length, path.length);
	return prefix.slice(0, length).every((key, index) => path[index] === key);
}

import fc from 'fast-check';

import { type Conversation, conversationSchema } from '../../../core/conversation/conversation.ts';
import { OUTPUTS } from '../../../core/conversation/outputs.ts';
import { writeReport } from '../../../core/conversation/report/page.ts';
import { buildChatMessages } from '../../../core/conversation/transcript/chat-messages.ts';
import { writeHtmlNote, writeNote } from '../../../core/conversation/transcript/note.ts';
import {
	writeMarkdownTranscript,
	writeTextTranscript,
} from '../../../core/conversation/transcript/transcript.ts';
import { writeSubRip, writeWebVtt } from '../../../core/conversation/transcript/subtitles.ts';
import { parseItem } from '../../../core/record/item.ts';
import { foldWords } from '../../../core/text.ts';
import { findVendorNames } from '../../../core/record/vendor-names.ts';
import { WebVTTParser } from 'webvtt-parser';
import type { JsonRecord } from '../../support/interface/build-sample.mts';
import { derivedNames } from '../../support/interface/complete-conversation.mts';
import { buildOutputItems, convert } from '../../support/records/read-fixture.mts';
import { countLeaves, findNonJson, type LeafCounts } from '../../support/records/inspect-json.mts';
import { countRuns, mutatedRecord } from '../../support/records/mutate-record.mts';

/** The additional fields but for those that a vendor's name brought to their place as well. */
function withoutRepeated(record: object, conversation: Conversation): object {
	const names = findVendorNames(Object.keys(record), conversation.shape === 'A' ? 1 : 2);
	// A documented name in another spelling wins.
	const isRepeated = ([key, value]: [string, unknown]) => {
		const name = names.get(key);
		const text = typeof value === 'number' ? String(value) : value;
		return name !== undefined && Reflect.get(conversation, name) === text;
	};
	const { additional_fields: additional } = conversation;
	return Object.fromEntries(Object.entries(additional ?? {}).filter((it) => !isRepeated(it)));
}

/** What a conversation holds of its record: everything but what core worked out. */
function withoutDerived(record: object, conversation: Conversation): unknown {
	const stripTurns = (turns: Conversation['history']) =>
		turns?.map((turn) => ({ ...turn, tool_arguments: null, offset_seconds: null })) ?? null;
	return {
		...conversation,
		...Object.fromEntries(derivedNames.map((name) => [name, null])),
		additional_fields: withoutRepeated(record, conversation),
		history: stripTurns(conversation.history),
		synthesized_chat_history: stripTurns(conversation.synthesized_chat_history),
	};
}

const TIME_NAME = /(?:at|starttime)$/;

/** Values in fields of times that say nothing: they come out as null. */
function countSilentTimes(record: object): LeafCounts {
	const counts: LeafCounts = new Map();
	JSON.stringify(record, (name: string, value: unknown) => {
		const isBlank = typeof value === 'string' && value.trim() === '';
		const isSilent = isBlank || (typeof value === 'number' && value <= 0);
		if (isSilent && TIME_NAME.test(foldWords(name))) countLeaves(value, counts);
		return value;
	});
	return counts;
}

/** The record with each list of texts as the `content` of a turn joined: so it is read. */
function joinTexts(record: object): object {
	const join = (turn: unknown): unknown => {
		const { content } = Object(turn);
		if (!Array.isArray(content)) return turn;
		const texts = content.filter((text) => typeof text === 'string');
		if (texts.length === 0 && content.length > 0) return turn;
		const others = content.filter((text) => typeof text !== 'string');
		return { ...Object(turn), content: [texts.join('\n'), ...others] };
	};
	const joined = ['history', 'synthesized_chat_history'].flatMap((name) => {
		const turns: unknown = Reflect.get(record, name);
		return Array.isArray(turns) ? [[name, turns.map(join)]] : [];
	});
	return { ...record, ...Object.fromEntries(joined) };
}

// fast-check prints seed and path of a failure, which `fc.assert(…, {seed, path})` repeats.
function testMutated(what: string, runs: number, holds: (record: JsonRecord) => void): void {
	const numRuns = countRuns(runs);
	const property = fc.property(mutatedRecord, holds);
	test(`${numRuns} mutated records: ${what}`, () => fc.assert(property, { numRuns }), 600_000);
}

testMutated('no throw, JSON alone, nothing lost, nothing changed', 3_000, (record) => {
	const before = JSON.stringify(record);
	const conversation = convert(record);
	// Thrown by hand: `expect` would take longer than everything it looks at.
	const check = (holds: boolean, what: string) => {
		if (!holds) throw new Error(what);
	};
	check(findNonJson(conversation) === null, 'something is not JSON');
	const leaves: LeafCounts = new Map();
	countLeaves(joinTexts(record), leaves);
	countLeaves(withoutDerived(record, conversation), leaves, -1);
	const silent = countSilentTimes(record);
	for (const [leaf, count] of leaves) {
		const lost = count > 0 ? Math.max(0, count - (silent.get(leaf) ?? 0)) : count;
		check(lost === 0, `${count > 0 ? 'lost' : 'added'} ${String(leaf)}`);
	}
	check(JSON.stringify(record) === before, 'the record was changed');
	check(!('polluted' in {}), 'the prototype was changed');
});

testMutated('what is read is what the schema declares', 400, (record) => {
	// zod drops a field __proto__ and takes nothing with a field constructor for a map: core keeps both.
	fc.pre(!/"(?:__proto__|constructor)":/.test(JSON.stringify(record)));
	const conversation = convert(record);
	// zod leaves out what is not declared: nothing may be missing then.
	const declared = conversationSchema.safeParse(conversation);
	expect(declared).toStrictEqual({ success: true, data: conversation });
});

testMutated('every output is JSON, and a conversation reads as itself', 200, (record) => {
	const conversation = convert(record);
	for (const output of OUTPUTS) {
		expect(findNonJson(buildOutputItems(output, conversation, record))).toBeNull();
	}
	const [row = {}] = buildOutputItems('flat', conversation, record);
	for (const cell of Object.values(row))
		expect(cell === null || typeof cell !== 'object').toBe(true);
	// A number that is not finite has become text, which its place would take for its own.
	if (findNonJson(record) !== null) return;
	const item = JSON.parse(JSON.stringify({ ...conversation, session_token: null }));
	const again = parseItem(item);
	expect(again.success && again.conversation).toEqual(item);
});

testMutated('every transcript and report can be written and read', 400, (record) => {
	const options = { includeSystemTurns: true, includeToolCalls: true, includeTimes: true };
	const conversation = convert(record);
	const vtt = new WebVTTParser().parse(writeWebVtt(conversation));
	expect(vtt.errors).toEqual([]);
	const starts = vtt.cues.map((cue) => cue.startTime);
	expect(starts).toEqual([...starts].sort((a, b) => a - b));
	expect(starts.every((start) => start >= 0)).toBe(true);
	expect(findNonJson(buildChatMessages(conversation, options))).toBeNull();
	const report = writeReport(conversation);
	expect(report).not.toContain('<script');
	for (const text of [
		writeTextTranscript(conversation, options),
		writeMarkdownTranscript(conversation, options),
		writeNote(conversation, options),
		writeHtmlNote(conversation, options),
		writeSubRip(conversation),
		report,
	]) {
		expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text);
		expect(text).not.toMatch(/undefined|\bNaN\b/);
	}
});

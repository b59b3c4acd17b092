import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	listOutputFields,
	type Output,
	type OutputOptions,
	OUTPUTS,
} from '../../../core/conversation/outputs.ts';
import { PERSONAL_DATA } from '../../../core/conversation/personal-data.ts';
import { decideDelivery } from '../../../core/delivery/decide-delivery.ts';
import { buildFullRecord } from '../../support/interface/build-sample.mts';
import { derivedNames } from '../../support/interface/complete-conversation.mts';
import { readRecordType } from '../../support/interface/read-record-type.mts';
import { convert } from '../../support/records/read-fixture.mts';
import { makeRecord, run } from './conversation-driver.mts';

// What the trigger emitted, with fields left out and columns of other nodes beside it, goes through the
// operations that read it: what it states stays, and what it does not state is not invented.

/** The nightly workflow takes many more. */
const runs = Number(process.env.STATED_ITEMS ?? 200);
const seed = Number(process.env.STATED_ITEMS_SEED ?? Date.now() % 2 ** 31);

const spoken = [
	{ role: 'User', content: 'My number is 030 9018-2077.' },
	{ role: 'Assistant', content: 'Thank you.', metrics: { e2e_latency: 1 } },
];
const numbers = { agent_title: 'Sales', from_number: '+493090182077', to_number: '+14155550142' };
const RECORDS: readonly object[] = [
	buildFullRecord('A'),
	buildFullRecord('B'),
	makeRecord({ everyField: true, turns: 6 }),
	{ id: 'c-1', ...numbers, history: [], error_message: 'The call was not answered.' },
	{ id: 'c-2', ...numbers, history: spoken, campaign_id: 'c', room_metadata: { failed: true } },
	{ id: 'c-3', ...numbers, history: spoken, error_message: 'Cut.', has_audio: 'yes', odd: [1] },
	{ id: 'c-4', ...numbers, call_sid: 'CA1' },
];

const COLUMNS: IDataObject = {
	...{ crm_id: 7, email: 'ada@example.com', data: { foo: 1 }, body: 'text', tags: ['a'] },
	...{ content: 'A note', kind: 'deal', agent_name: 'Bo', start_time: '2026-11-03' },
	...{ status: 'open', created_at: '2026-11-03T09:15:00Z', notes: null },
};

type Case = {
	record: object;
	output: Output;
	options: OutputOptions;
	/** Which of the items that were emitted. */
	index: number;
	columns: string[];
	isRow: boolean;
	edit: 'none' | 'history' | 'delivery';
};

// Of each kind far more than are demanded in the end, whatever the seed.
const generated: fc.Arbitrary<Case> = fc
	.constantFrom(...OUTPUTS, 'conversation', 'conversation', 'raw')
	.chain((output) =>
		fc.record({
			record: fc.constantFrom(...RECORDS),
			output: fc.constant(output),
			options: fc.record(
				{
					fields: fc.record({
						mode: fc.constantFrom('selected', 'except'),
						names: fc.subarray(output === 'raw' ? [] : listOutputFields(output)),
					}),
					personalData: output === 'raw' ? fc.constant('keep') : fc.constantFrom(...PERSONAL_DATA),
					direction: fc.constantFrom('inbound', 'outbound'),
					outcomeRules: fc.constant([
						{ when: 'errorContains', value: '.', outcome: 'done' } as const,
					]),
				},
				{ requiredKeys: [] },
			),
			index: fc.nat(20),
			columns: fc.subarray(Object.keys(COLUMNS)),
			isRow: fc.boolean(),
			edit: fc.constantFrom('none', 'history', 'delivery'),
		}),
	);

/** The item as it comes to an operation; `undefined` if the trigger emits none. */
function makeItem({ record, output, options, index, columns, isRow, edit }: Case) {
	const body = { event: 'ConversationComplete', data: record };
	const emitted = decideDelivery({ body }, { output: { output, options } });
	if (emitted.kind !== 'event') return undefined;
	const item: IDataObject = { ...emitted.items[index % emitted.items.length] };
	for (const name of columns) if (!Object.hasOwn(item, name)) item[name] = COLUMNS[name];
	if (edit === 'history' && Array.isArray(item.history)) {
		item.history = item.history.slice(1).map((turn) => ({ ...Object(turn), content: 'Redacted' }));
	}
	if (edit === 'delivery') item.delivery = { status: 'accepted', method: 'jwt', valid: true };
	if (!isRow || output === 'raw') return item;
	return Object.fromEntries(
		Object.entries(item).map(([name, value]) => [
			name,
			isNested(value) ? `\uFEFF${JSON.stringify(value)}` : value,
		]),
	);
}

const isNested = (value: unknown) => typeof value === 'object' && value !== null;

const COMMON = ['id', 'status', 'created_at', 'updated_at', 'error_message'];
const DOCUMENTED = ['A', 'B']
	.flatMap((shape) => Object.keys(readRecordType(shape as 'A' | 'B').fields))
	.filter((name) => !COMMON.includes(name));
const CONVERSATION = listOutputFields('conversation');
const ONLY_FLAT = listOutputFields('flat').filter((name) => !CONVERSATION.includes(name));
/** Fields that only Conversation has, or that count as such without the columns of Flat. */
const ONLY_CONVERSATION = [
	...['history', 'synthesized_chat_history', 'synthesized_user_tts_additional_properties'],
	...['test_eval_result', 'room_metadata', 'statistics', 'delivery', 'parse_issues'],
	...['answered', 'customer_number_national', 'outcome_reason'],
];

/** What the pages say of such an item; a record is what nobody can tell from one that was sent. */
function classify(item: IDataObject, output: Output): 'event' | 'kept' | 'rejected' | 'record' {
	if (output === 'raw') return 'event';
	const hasAny = (names: readonly string[]) => names.some((name) => Object.hasOwn(item, name));
	if (!hasAny(DOCUMENTED)) return 'rejected';
	const made = derivedNames.filter((name) => !['tools_used', 'tool_calls'].includes(name));
	if (!hasAny([...made, ...ONLY_FLAT])) return 'record';
	if (isNested(parse(item.history))) return 'kept';
	const hasWords = Object.hasOwn(item, 'outcome') && Object.hasOwn(item, 'transcript');
	return (hasWords || hasAny(ONLY_CONVERSATION)) && !hasAny(ONLY_FLAT) ? 'kept' : 'rejected';
}

/** A column of a row, or the URL parameters of Flat. */
const parse = (value: unknown): unknown =>
	typeof value === 'string' && /^[\uFEFF{]/.test(value)
		? JSON.parse(value.replace('\uFEFF', ''))
		: value;

const isAllNull = (value: unknown): boolean =>
	value === null ||
	(isNested(value) && !Array.isArray(value) && Object.values(Object(value)).every(isAllNull));

/** Thrown by hand: `expect` would take longer than everything it looks at. */
function check(holds: boolean, what: string): void {
	if (!holds) throw new Error(what);
}

const same = (value: unknown, other: unknown, what: string) =>
	check(isDeepStrictEqual(value, other), `${what}: ${JSON.stringify([value, other])}`);

const OF_TURNS = ['transcript', 'tools_used', 'statistics'];

/** Turns keep their stated offsets, which turns alone do not tell. */
const withoutOffsets = (value: unknown): unknown =>
	JSON.parse(JSON.stringify(value), (name, inner) =>
		name === 'offset_seconds' ? undefined : inner,
	);

function checkConversation(item: IDataObject, read: IDataObject): void {
	const history = parse(item.history);
	const ofTurns: IDataObject = { ...convert(isNested(history) ? { history } : {}) };
	// Turns without words empty no transcript.
	const isEmptied = ofTurns.transcript === '' && /\S/.test(String(item.transcript ?? ''));
	const followsTurns = isNested(history) && !isEmptied;
	for (const name of CONVERSATION) {
		const stated = parse(item[name]);
		if (name === 'delivery' || name === 'session_token') same(read[name], null, name);
		else if (name === 'statistics') {
			const { has_recording: hasRecording, ...figures } = Object(read.statistics);
			const { has_recording: statedRecording = null, ...statedFigures } = Object(stated);
			const isLinked =
				parse(item.has_audio) === true ||
				CONVERSATION.some((field) => /audio_url$/.test(field) && Boolean(item[field]));
			same(hasRecording, isLinked || statedRecording, 'statistics.has_recording');
			if (followsTurns) {
				const figuresOfTurns = { ...Object(ofTurns.statistics), has_recording: hasRecording };
				same(read.statistics, figuresOfTurns, name);
			} else if (isNested(stated)) same(figures, statedFigures, name);
			else check(isAllNull(figures), `${name} was invented`);
		} else if (name === 'answered' && ofTurns.answered === true) same(read[name], true, name);
		else if (name === 'tool_calls' ? isNested(history) : followsTurns && OF_TURNS.includes(name))
			same(withoutOffsets(read[name]), withoutOffsets(ofTurns[name]), name);
		// The text of Simplified is not of the declared type.
		else if (name === 'tools_used' && typeof stated === 'string') same(read[name], null, name);
		else if (stated === undefined) check(isAllNull(read[name]), `${name} was invented`);
		else same(read[name], stated, name);
	}
}

/** The fields that an operation makes of an item, or the code of its error. */
async function apply(item: IDataObject, parameters: INodeParameters) {
	try {
		const items = await run(item, { options: { resultOnly: true }, ...parameters });
		return { code: null, json: items.map(({ json }) => json) };
	} catch (error) {
		return { code: String(Object(Object(error).context).code), json: [] };
	}
}

// What outputs and a report show of the conversation: test/unit/conversation.
async function checkOperations(item: IDataObject, isKept: boolean): Promise<void> {
	const parsed = await apply(item, { operation: 'parse', options: {} });
	const report = await apply(item, { operation: 'createReport' });
	const transcript = await apply(item, { operation: 'getTranscript' });
	if (!isKept) {
		const codes = [parsed, report, transcript].map(({ code }) => code);
		return same(codes, Array(3).fill('item-without-record'), 'codes');
	}
	const [conversation = {}] = parsed.json;
	checkConversation(item, conversation);
	same((await apply(item, raw)).json, [item], 'raw');
	same(Object(report.json[0]?.report).outcome, conversation.outcome, 'outcome of the report');
	const written = transcript.json[0]?.formatted_transcript;
	if (conversation.transcript === null) same(transcript.code, 'history-left-out', 'transcript');
	else {
		// Get Transcript writes what the turns say, if the item has turns.
		const { history } = conversation;
		const said = isNested(history) ? convert({ history }) : conversation;
		same(String(written).trimEnd(), said.transcript, 'transcript');
	}
}

const raw = { operation: 'parse', output: 'raw', options: {} };

test(`what ${runs} items state is kept, and nothing is added to it; seed ${seed}`, async () => {
	const counts = { event: 0, kept: 0, rejected: 0, record: 0, none: 0 };
	const property = fc.asyncProperty(generated, async (one) => {
		const item = makeItem(one);
		const kind = item === undefined ? 'none' : classify(item, one.output);
		counts[kind] += 1;
		if (item === undefined || kind === 'record') return;
		if (kind !== 'event') return await checkOperations(item, kind === 'kept');
		const read = await apply(item, { operation: 'parse', options: {} });
		same(read.json, [{ ...convert(one.record), session_token: null }], 'the event');
		same((await apply(item, raw)).json, [{ ...item, delivery: null }], 'raw');
	});
	await fc.assert(property, { numRuns: runs, seed });
	expect(Math.min(counts.event, counts.kept, counts.rejected)).toBeGreaterThan(runs / 20);
	process.stdout.write(`${JSON.stringify(counts)}\n`);
}, 3_600_000);

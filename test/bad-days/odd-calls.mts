import * as z from 'zod/v4';
import { callTool } from '../examples/create-call.mts';
import { ownNumber } from '../examples/set-ups.mts';

type CallRecord = Record<string, unknown>;

/** A call as some services send it. */
export interface OddCall {
	/** As the page names it. */
	label: string;
	/** What is delivered in place of the ordinary call, in this order. */
	change: (record: CallRecord) => CallRecord[];
	/** Whether the first delivery has a token that nobody signed. */
	isForgedFirst?: boolean;
	/** Whether an example may have nothing to do. */
	mayBeNothing?: boolean;
	/** Whether later deliveries must remove nothing that the first has written. */
	keepsFirst?: boolean;
	/** Words that no text may hold, since the call does not tell: `COMPLETED`. */
	unknown?: RegExp;
	/** The only right value of a column `outcome`. Default: any. */
	outcome?: string;
	/** Whether nothing may reach a customer. */
	isTest?: boolean;
}

const turnsOf = z.array(z.looseObject({ kind: z.string().optional() }));
const object = z.record(z.string(), z.unknown());
const readTurns = ({ history }: CallRecord) => turnsOf.parse(history ?? []);
const isOfTool = ({ kind = '' }: { kind?: string }) => kind.startsWith('FunctionCall');
/** The turns of a call, at least one of them of a tool. */
const withTool = (record: CallRecord) => {
	const turns = readTurns(record);
	return turns.some(isOfTool) ? turns : [...turns, ...callTool('book_appointment')];
};

const times = ['created_at', 'updated_at', 'started_at', 'ended_at', 'agent_joined_at'];
const changeFields = (record: CallRecord, names: string[], change: (text: string) => unknown) => ({
	...record,
	...Object.fromEntries(
		names.flatMap((name) => {
			const value = record[name];
			return typeof value === 'string' ? [[name, change(value)]] : [];
		}),
	),
});

/** The agent of a forged copy. */
export const forger = 'Forged';
/** HTML as a caller says it. */
export const markup = '<b onclick="x()">b</b>';
const spoilt = `=1+1 "a" 'b' \\ \\n {{ 2 }} ${markup}\r\n\tand`;
const spoil = (text: string) => `${spoilt} ${text}`;

/** Spoils one field of JSON, so that a tool still says what it said. Other text is spoilt in front. */
function spoilInside(text: string, name: string): string {
	const given = object.safeParse(parseJson(text));
	if (!given.success) return spoil(text);
	return JSON.stringify({ ...given.data, [name]: spoil(String(given.data[name] ?? '')) });
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const spoilTurn = (turn: CallRecord) => {
	const said = changeFields(turn, ['content'], spoil);
	const given = changeFields(said, ['tool_arguments_json'], (text) => spoilInside(text, 'name'));
	return changeFields(given, ['tool_output'], (text) => spoilInside(text, 'note'));
};

/** The status by which every example has an outcome of the user's own. */
export const ownStatus = 'Ours';
export const ownOutcome = 'as_we_say';

const elsewhere = '+12025550163';
const frame = (write: (number: string) => string) => (record: CallRecord) => [
	changeFields(record, ['from_number'], write),
];

export const oddCalls: OddCall[] = [
	{
		label: 'a time without a zone',
		change: (record) => [changeFields(record, times, (time) => time.replace(/(\.\d+)?Z$/, ''))],
	},
	{
		label: 'a time of the year 1',
		change: (record) => [changeFields(record, times, () => '0001-01-01T00:00:00Z')],
	},
	{
		label: 'an unknown outcome and direction',
		change: (record) => [
			{
				...record,
				...{ status: 'Archived', history: null, duration_seconds: null, to_number: elsewhere },
				...{ error_message: null, room_metadata: null, has_audio: null, audio_url: null },
			},
		],
		mayBeNothing: true,
		unknown: /\b(?:completed|inbound|outbound|no[_ ]answer|failed)\b/i,
	},
	{
		label: 'dialled from our own line',
		change: (record) => [
			{ ...record, from_number: ownNumber, to_number: record.from_number, campaign_id: null },
		],
	},
	{ label: 'whatsapp: before the number', change: frame((number) => `whatsapp:${number}`) },
	{ label: 'a name around the number', change: frame((number) => `"Ann Lee" <${number}>`) },
	{
		label: 'a number with hidden digits',
		change: frame((number) => `${number.slice(0, -4)}XXXX`),
		mayBeNothing: true,
	},
	{
		label: 'an older state after a newer',
		change: (record) => {
			const [head] = readTurns(record);
			const older = { status: 'InProgress', ended_at: null, duration_seconds: null };
			const updated_at = '2026-11-01T00:00:00Z';
			return [record, { ...record, ...older, updated_at, history: head ? [head] : null }];
		},
		keepsFirst: true,
	},
	{
		label: 'a refused tool',
		change: (record) => [
			{
				...record,
				history: withTool(record).map((turn) => ({
					...turn,
					...('tool_output' in turn && {
						tool_output: '{"success":false,"booked":false,"accepted":false}',
					}),
				})),
			},
		],
		mayBeNothing: true,
	},
	{
		label: 'two successes of one tool',
		change: (record) => {
			const turns = withTool(record);
			const again = turns.filter(isOfTool).map((turn) => ({ ...turn, tool_call_id: 'again' }));
			return [{ ...record, history: [...turns, ...again] }];
		},
	},
	{
		label: 'a tool without an answer',
		change: (record) => [
			{ ...record, history: withTool(record).filter(({ kind }) => kind !== 'FunctionCallOutput') },
		],
		mayBeNothing: true,
	},
	{
		label: 'an agent test',
		change: (record) => [
			{
				...record,
				...{ test_run_id: 'b0f9a9f4-9d4f-4f6e-9a53-0f3f0f0c7a11', test_id: 'test-1' },
				...{ test_status: 'Passed', test_eval_result: { success: true, reasons: [] } },
			},
		],
		...{ mayBeNothing: true, isTest: true },
	},
	{
		label: 'a forged copy before it',
		change: (record) => [{ ...record, agent_title: forger }, record],
		isForgedFirst: true,
	},
	{
		label: 'an outcome of our own',
		change: (record) => [{ ...record, status: ownStatus }],
		...{ mayBeNothing: true, outcome: ownOutcome },
	},
	{
		label: 'quotes, line breaks, HTML and a formula in every text',
		change: (record) => [
			{
				...changeFields(record, ['agent_title', 'called_by_name', 'error_message'], spoil),
				history: readTurns(record).map(spoilTurn),
			},
		],
	},
];

const kept = {
	...{ conversation_id: 'odd', agent_id: 'agent-1', score_attempts: 0 },
	started_at: new Date(Date.now() - 2 * 86_400_000).toISOString(),
};

/** Rows of odd calls, for the examples that read what another one has kept. */
export const oddRows = [
	{ label: 'nothing but an id is known', row: { ...kept, started_at: null } },
	{
		label: 'quotes, line breaks, HTML and a formula in every text',
		row: {
			...{ ...kept, answered: true, outcome: ownOutcome, duration_seconds: 40 },
			...{ agent: spoilt, campaign: spoilt, status: spoilt, transcript: spoil('User: Hello') },
		},
	},
];

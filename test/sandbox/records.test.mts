import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { ConversationOptions, Sandbox } from '../../sandbox/types.mts';
import { fitsType } from '../interface/fits-type.mts';
import type { Fields, Type } from '../interface/parse-type.mts';
import { readRecordType } from '../interface/read-record-type.mts';
import type { Shape } from '../interface/read-record-type.mts';

const now = new Date('2026-11-21T09:00:00.000Z');
const endedAt = '2026-11-21T08:59:30.000Z';
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ now: () => now, seed: 7 });
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const createRecord = (options: ConversationOptions = {}) =>
	sandbox.createRecord({ seed: 11, endedAt, ...options });

const historyOf = (record: Record<string, unknown>, field = 'history') => {
	const value = record[field];
	if (!Array.isArray(value)) throw new Error(`${field} is no array.`);
	return value.map((entry): Record<string, unknown> => ({ ...Object(entry) }));
};

const shapeA = readRecordType('A').fields;

/** The documented fields of a shape. Of some texts only shape A's table says what stands in them. */
function documentedFields(shape: Shape): Fields {
	const explained = Object.entries(shapeA).filter(([, { kind }]) => kind === 'string');
	const { fields } = readRecordType(shape);
	return { ...fields, ...Object.fromEntries(explained.filter(([name]) => name in fields)) };
}

function fieldsInside(type: Type | undefined): Fields {
	if (type?.kind === 'list') return fieldsInside(type.element);
	if (type?.kind !== 'object') throw new Error('This field holds no object.');
	return type.fields;
}

const historyFields = fieldsInside(shapeA.history);
const metricsFields = fieldsInside(historyFields.metrics);

const milliseconds = (value: unknown) => Date.parse(String(value));

describe.each(['A', 'B'] as const)('shape %s', (shape) => {
	const fields = documentedFields(shape);
	const record = () => createRecord({ shape, everyField: true });

	test.each(Object.entries(fields))('a full record has %s', (field, type) => {
		const value = record()[field];
		// No entry of a history has every field.
		const isHistory = type.kind === 'list' && field.endsWith('history');
		expect(fitsType(type, value, isHistory ? 'some fields' : 'every field')).toBe(true);
	});

	test('a record has no field that is not documented', () => {
		expect(Object.keys(record()).sort()).toEqual(Object.keys(fields).sort());
	});

	test('a plain record has the same fields, null where there is nothing to say', () => {
		const plain = createRecord({ shape, withCampaign: false, withRecording: false });
		expect(Object.keys(plain).sort()).toEqual(Object.keys(fields).sort());
		expect(plain).toMatchObject({ campaign_id: null, audio_url: null, test_run_id: null });
	});
});

describe('history', () => {
	test.each(Object.entries(historyFields))('some entry has %s', (field, type) => {
		const values = historyOf(createRecord({ everyField: true })).flatMap((entry) =>
			field in entry ? [entry[field]] : [],
		);
		expect(values.length).toBeGreaterThan(0);
		expect(values.every((value) => fitsType(type, value, 'some fields'))).toBe(true);
	});

	test.each(Object.entries(metricsFields))('some metrics have %s', (field, type) => {
		const values = historyOf(createRecord({ everyField: true })).flatMap(({ metrics }) => {
			const fields: Record<string, unknown> = { ...Object(metrics ?? {}) };
			return field in fields ? [fields[field]] : [];
		});
		expect(values.length).toBeGreaterThan(0);
		expect(values.every((value) => fitsType(type, value, 'some fields'))).toBe(true);
	});

	test.each(['history', 'synthesized_chat_history'])(
		'every entry of %s says who and what',
		(field) => {
			for (const { role, kind } of historyOf(createRecord({ everyField: true }), field)) {
				expect([role, kind]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
			}
		},
	);

	test('has no field that is not documented, in the chat of an agent test neither', () => {
		const record = createRecord({ everyField: true, turns: 200 });
		const entries = [...historyOf(record), ...historyOf(record, 'synthesized_chat_history')];
		expect(entries.length).toBeGreaterThan(200);
		const unknown = entries.flatMap((entry) =>
			Object.keys(entry).filter((field) => !(field in historyFields)),
		);
		expect(unknown).toEqual([]);
	});

	test.each([0, 1, 2, 9, 250])('has %d entries where that many are asked for', (turns) => {
		expect(historyOf(createRecord({ turns }))).toHaveLength(turns);
	});

	test('runs forward in time, within the conversation', () => {
		const record = createRecord({ turns: 300, everyField: true });
		const times = historyOf(record).map(({ created_at }) => milliseconds(created_at));
		expect([...times].sort((a, b) => a - b)).toEqual(times);
		expect(times[0]).toBeGreaterThanOrEqual(milliseconds(record.agent_joined_at));
		expect(times.at(-1)).toBeLessThanOrEqual(milliseconds(record.ended_at));
		expect(record.ended_at).toBe(endedAt);
	});

	test('nobody speaks before the one before has stopped', () => {
		let stopped = 0;
		for (const { metrics } of historyOf(createRecord({ turns: 300 }))) {
			if (metrics === undefined) continue;
			const { started_speaking_at, stopped_speaking_at } = Object(metrics);
			expect(milliseconds(started_speaking_at)).toBeGreaterThanOrEqual(stopped);
			stopped = milliseconds(stopped_speaking_at);
			expect(stopped).toBeGreaterThan(milliseconds(started_speaking_at));
		}
		expect(stopped).toBeGreaterThan(0);
	});

	test('a tool call and its output share a call id', () => {
		const entries = historyOf(createRecord({ turns: 200 }));
		const calls = entries.filter(({ kind }) => kind === 'FunctionCall');
		const outputs = entries.filter(({ kind }) => kind === 'FunctionCallOutput');
		expect(calls.length).toBeGreaterThan(5);
		expect(outputs.map(({ tool_call_id }) => tool_call_id)).toEqual(
			calls.slice(0, outputs.length).map(({ tool_call_id }) => tool_call_id),
		);
		for (const { tool_arguments_json } of calls) {
			expect(typeof JSON.parse(String(tool_arguments_json))).toBe('object');
		}
		expect(outputs.some(({ tool_is_error }) => tool_is_error === true)).toBe(true);
	});

	test('leaves out what is not asked for', () => {
		const entries = historyOf(
			createRecord({ turns: 200, withTools: false, withInterruptions: false }),
		);
		expect(entries.filter((entry) => 'tool_name' in entry)).toEqual([]);
		expect(entries.filter((entry) => 'handoff_to_agent_id' in entry)).toEqual([]);
		expect(entries.filter(({ interrupted }) => interrupted === true)).toEqual([]);
	});
});

test('20,000 turns are made in less than two seconds of processor time', () => {
	const started = process.threadCpuUsage();
	expect(historyOf(createRecord({ turns: 20_000 }))).toHaveLength(20_000);
	const { user, system } = process.threadCpuUsage(started);
	expect((user + system) / 1000).toBeLessThan(2000);
});

test('the same seed and end give the same record; another seed gives another one', () => {
	expect(createRecord()).toEqual(createRecord());
	expect(createRecord({ seed: 12 }).id).not.toBe(createRecord().id);
});

test('the sequence of seeds starts again after reset', async () => {
	const [first, second] = [sandbox.createRecord(), sandbox.createRecord()];
	expect(first.id).not.toBe(second.id);
	await sandbox.reset();
	expect(sandbox.createRecord()).toEqual(first);
	expect(sandbox.createRecord({ seed: 8 })).toEqual(second);
});

test('outcomes show in status, error and length', () => {
	expect(createRecord()).toMatchObject({ status: 'Completed', error_message: null });
	expect(createRecord({ outcome: 'failed' })).toMatchObject({
		status: 'Failed',
		error_message: expect.stringContaining('closed'),
		room_metadata: { failed: true },
	});
	expect(createRecord({ outcome: 'no_answer' })).toMatchObject({
		status: 'NoAnswer',
		duration_seconds: 0,
		agent_joined_at: null,
		has_audio: false,
	});
});

test.each(['A', 'B'] as const)(
	'nobody speaks in a call of shape %s that was not answered, and nothing is recorded',
	(shape) => {
		const wanted = { turns: 8, withRecording: true, withHandoff: true };
		const { history, audio_url, room_metadata } = createRecord({
			...wanted,
			shape,
			outcome: 'no_answer',
		});
		expect(history).toEqual([expect.objectContaining({ role: 'System' })]);
		expect(audio_url).toBeNull();
		expect(room_metadata).not.toMatchObject({ operator_invite: expect.anything() });
	},
);

test('overrides replace fields, and undefined removes one', () => {
	const record = createRecord({ overrides: { agent_title: 5, status: undefined, extra: [1] } });
	expect(record).toMatchObject({ agent_title: 5, extra: [1] });
	expect('status' in record).toBe(false);
});

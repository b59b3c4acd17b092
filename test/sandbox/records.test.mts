import { buildToolCallItems } from '../../core/conversation/turn-items.ts';
import { dialogueNames, dialogues } from '../../sandbox/dialogues/dialogues.mts';
import type { ConversationOptions } from '../../sandbox/types.mts';
import { fitsType } from '../support/interface/fits-type.mts';
import type { Fields, Type } from '../support/interface/parse-type.mts';
import { readRecordType, type Shape } from '../support/interface/read-record-type.mts';
import { convert } from '../support/records/read-fixture.mts';
import { useSandbox } from '../support/servers/use-sandbox.mts';

const now = new Date('2026-11-21T09:00:00.000Z');
const endedAt = '2026-11-21T08:59:30.000Z';
const sandbox = useSandbox({ now: () => now, seed: 7 });

const createRecord = (options: ConversationOptions = {}) =>
	sandbox.createRecord({ seed: 11, endedAt, ...options });

interface Entry extends Record<string, unknown> {
	metrics?: Record<string, unknown>;
}

function historyOf(record: Record<string, unknown>, field = 'history'): Entry[] {
	const value = record[field];
	if (!Array.isArray(value)) throw new Error(`${field} is no array.`);
	return value.map((entry) => ({ ...Object(entry) }));
}

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

/** The fields that no value has, or one that does not fit. */
const listUnfit = (fields: Fields, values: Record<string, unknown>[]) =>
	Object.entries(fields).flatMap(([field, type]) => {
		const present = values.flatMap((value) => (field in value ? [value[field]] : []));
		// No entry of a history has every field.
		const isPart = values.length > 1 || (type.kind === 'list' && field.endsWith('history'));
		const fits = (value: unknown) => fitsType(type, value, isPart ? 'some fields' : 'every field');
		return present.length > 0 && present.every(fits) ? [] : [field];
	});

describe.each(['A', 'B'] as const)('shape %s', (shape) => {
	const fields = documentedFields(shape);

	test('a full record has the documented fields and no other, each of its type', () => {
		const record = createRecord({ shape, everyField: true });
		expect(listUnfit(fields, [record])).toEqual([]);
		expect(Object.keys(record).sort()).toEqual(Object.keys(fields).sort());
	});

	test('a plain record has the same fields, null where there is nothing to say', () => {
		const plain = createRecord({ shape, withCampaign: false, withRecording: false });
		expect(Object.keys(plain).sort()).toEqual(Object.keys(fields).sort());
		expect(plain).toMatchObject({
			campaign_id: null,
			audio_url: null,
			audio_url_expires_at: null,
			test_run_id: null,
		});
	});

	test('nobody speaks in a call that was not answered, and nothing is recorded', () => {
		const wanted = { turns: 8, withRecording: true, withHandoff: true };
		const record = createRecord({ ...wanted, shape, outcome: 'no_answer' });
		expect(record.history).toEqual([expect.objectContaining({ role: 'System' })]);
		expect(record).toMatchObject({ status: 'NoAnswer', duration_seconds: 0, audio_url: null });
		expect(record.room_metadata).not.toMatchObject({ operator_invite: expect.anything() });
	});
});

test('the entries of a history have the documented fields and no other, each of its type', () => {
	const record = createRecord({ everyField: true, turns: 200 });
	const entries = [...historyOf(record), ...historyOf(record, 'synthesized_chat_history')];
	expect(entries.length).toBeGreaterThan(200);
	expect(listUnfit(historyFields, entries)).toEqual([]);
	const metrics = entries.map((entry) => entry.metrics ?? {});
	expect(listUnfit(fieldsInside(historyFields.metrics), metrics)).toEqual([]);
	const names = new Set(entries.flatMap((entry) => Object.keys(entry)));
	expect([...names].filter((name) => !(name in historyFields))).toEqual([]);
	expect(entries.filter(({ role, kind }) => !role || !kind)).toEqual([]);
});

const listed: ConversationOptions[] = [
	...[0, 1, 2, 8, 40].map((turns) => ({ turns, everyField: turns >= 8 })),
	...dialogueNames.map((dialogue) => ({ dialogue })),
];

test.each(listed)(
	'%j is read without an issue in both shapes, each call with its output',
	(options) => {
		for (const shape of ['A', 'B'] as const) {
			const conversation = convert(JSON.parse(JSON.stringify(createRecord({ ...options, shape }))));
			expect(conversation).toMatchObject({ shape, parse_issues: [], additional_fields: {} });
			if (options.turns !== undefined) expect(conversation.history).toHaveLength(options.turns);
			for (const { tool_output } of buildToolCallItems(conversation)) {
				expect(tool_output).toEqual(expect.any(String));
			}
		}
	},
);

test.each<[string, ConversationOptions]>([
	['an invented conversation', { turns: 300, everyField: true }],
	...dialogueNames.map((dialogue): [string, ConversationOptions] => [dialogue, { dialogue }]),
])('%s runs forward in time, and nobody is spoken over', (_name, options) => {
	const record = createRecord(options);
	const moments = historyOf(record).flatMap(({ created_at, metrics }) =>
		metrics === undefined
			? [created_at]
			: [metrics.started_speaking_at, metrics.stopped_speaking_at],
	);
	expect(moments.toSorted()).toEqual(moments);
	const joined = record.agent_joined_at ?? record.started_at ?? record.created_at;
	expect(String(moments[0]) >= String(joined)).toBe(true);
	expect(String(moments.at(-1)) <= String(record.ended_at)).toBe(true);
	expect(record.ended_at).toBe(endedAt);
});

test('what is asked for is among the first entries, what is not is left out, and overrides are as given', () => {
	const overrides = { agent_title: 5, status: undefined, extra: [1] };
	const plain = { turns: 200, withTools: false, withInterruptions: false };
	const record = createRecord({ ...plain, overrides });
	const wanted = createRecord({ turns: 8, withHandoff: true });
	for (const part of ['"tool_name"', '"handoff_to_agent_id"', '"interrupted":true']) {
		expect(JSON.stringify(wanted.history)).toContain(part);
		expect(JSON.stringify(record.history)).not.toContain(part);
	}
	expect(record).toMatchObject({ agent_title: 5, extra: [1] });
	expect(record).not.toHaveProperty('status');
});

test('the same seed and end give the same record; the sequence of seeds starts again after reset', async () => {
	expect(createRecord()).toEqual(createRecord());
	expect(createRecord({ seed: 12 }).id).not.toBe(createRecord().id);
	const [first, second] = [sandbox.createRecord(), sandbox.createRecord()];
	expect(first.id).not.toBe(second.id);
	await sandbox.reset();
	expect(sandbox.createRecord()).toEqual(first);
	expect(sandbox.createRecord({ seed: 8 })).toEqual(second);
});

test.each(dialogueNames)(
	'%s says what was written, with no day that is over and no tool that is missing',
	(dialogue) => {
		const { steps } = dialogues[dialogue];
		const written = steps.flatMap((step) => {
			if ('agent' in step) return [`Assistant: ${step.agent}`];
			return 'person' in step ? [`User: ${step.person}`] : [];
		});
		const history = historyOf(sandbox.createRecord({ seed: 3, dialogue }));
		const said = history.filter(({ metrics }) => metrics !== undefined);
		expect(said.map(({ role, content }) => `${role}: ${content}`)).toEqual(written);
		expect(JSON.stringify(steps)).not.toMatch(/\b20\d\d\b|\d{4}-\d{2}|January|December/);
		const offered = history.flatMap(({ tools_added }) => tools_added ?? []);
		expect(offered).toEqual(
			expect.arrayContaining(history.flatMap(({ tool_name }) => tool_name ?? [])),
		);
	},
);

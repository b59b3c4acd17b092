import { dialogueNames, dialogues } from '../../sandbox/dialogues/dialogues.mts';
import type { ConversationOptions } from '../../sandbox/types.mts';
import type { Type } from '../support/interface/parse-type.mts';
import { readRecordType } from '../support/interface/read-record-type.mts';
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

function historyOf({ history }: Record<string, unknown>): Entry[] {
	if (!Array.isArray(history)) throw new Error('The history is no array.');
	return history.map((entry) => ({ ...Object(entry) }));
}

const patterns: Record<string, RegExp> = {
	uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
	// Numbers that are kept free for examples: nobody can be called by them.
	'phone numbers': /^\+1\d{3}55501\d\d$/,
};

/** The documented places that hold nothing in any of the values, or what is not of their form. */
function listUnfit(type: Type, values: unknown[], place = ''): string[] {
	const held = values.filter((value) => value !== null && value !== undefined && value !== '');
	const inside = held.flatMap((value) => Object.values(Object(value)));
	if (type.kind === 'list') return listUnfit(type.element, inside, place);
	if (type.kind === 'map') return listUnfit(type.value, inside, place);
	if (type.kind === 'object') {
		return Object.entries(type.fields).flatMap(([name, field]) => {
			const ofName = held.map((value) => Object(value)[name]);
			return listUnfit(field, ofName, `${place}.${name}`);
		});
	}
	const pattern = patterns[type.kind] ?? patterns[type.note] ?? /^/;
	return held.length > 0 && held.every((value) => pattern.test(String(value))) ? [] : [place];
}

describe.each(['A', 'B'] as const)('shape %s', (shape) => {
	const type = readRecordType(shape);
	const names = Object.keys(type.fields).sort();

	// That each is of its type, and that there is no other field, core finds out below.
	test('a full record holds something in every documented field, at every level', () => {
		const record = createRecord({ shape, everyField: true, turns: 200 });
		const unfit = listUnfit(type, [record]);
		// No tool is called in the synthesized history.
		const ofTools = /^\.synthesized_chat_history\.(tool|handoff|instructions)/;
		expect(unfit.filter((place) => !ofTools.test(place))).toEqual([]);
		expect(Object.keys(record).sort()).toEqual(names);
	});

	test('a plain record has the same fields, null where there is nothing to say', () => {
		const plain = createRecord({ shape, withCampaign: false, withRecording: false });
		expect(Object.keys(plain).sort()).toEqual(names);
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
			expect(JSON.stringify(conversation.history)).not.toContain('additional_fields');
			expect(conversation.history?.filter(({ role, kind }) => !role || !kind)).toEqual([]);
			if (options.turns !== undefined) expect(conversation.history).toHaveLength(options.turns);
			const unanswered = conversation.tool_calls?.filter(({ is_answered }) => !is_answered);
			expect(unanswered).toEqual([]);
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

import { parseRecord } from '../../core/record/parse-record.ts';
import { dialogueNames, dialogues } from '../../sandbox/dialogues/dialogues.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { readRecordType } from '../interface/read-record-type.mts';

const now = new Date('2026-11-21T09:00:00.000Z');
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ now: () => now });
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.close());

test('the dialogues cover every outcome', () => {
	const outcomes = dialogueNames.map((dialogue) => {
		const parsed = parseRecord(JSON.parse(JSON.stringify(sandbox.createRecord({ dialogue }))));
		return parsed.success && parsed.conversation.outcome;
	});
	expect([...new Set(outcomes)].toSorted()).toEqual([
		'completed',
		'failed',
		'no_answer',
		'operator_invited',
	]);
});

describe.each(dialogueNames)('%s', (dialogue) => {
	const record = (shape: 'A' | 'B' = 'A') => sandbox.createRecord({ seed: 3, shape, dialogue });
	const history = () => {
		const entries: unknown = record().history;
		return Array.isArray(entries) ? entries.map((entry) => Object(entry)) : [];
	};

	test.each(['A', 'B'] as const)('has the documented fields of shape %s alone', (shape) => {
		const { fields } = readRecordType(shape);
		expect(Object.keys(record(shape)).sort()).toEqual(Object.keys(fields).sort());
	});

	test('says what was written, in its order, and nothing twice', () => {
		const written = dialogues[dialogue].steps.flatMap((step) => {
			if ('agent' in step) return [`Assistant: ${step.agent}`];
			return 'person' in step ? [`User: ${step.person}`] : [];
		});
		const said = history()
			.filter(({ metrics }) => metrics !== undefined)
			.map(({ role, content }) => `${role}: ${content}`);
		expect(said).toEqual(written);
		expect(new Set(said).size).toBe(said.length);
	});

	test('names no day that is over when the conversation is held', () => {
		const { steps } = dialogues[dialogue];
		expect(JSON.stringify(steps)).not.toMatch(/\b20\d\d\b|\d{4}-\d{2}|January|December/);
	});

	test('uses only tools that the agent has', () => {
		const offered = history().flatMap(({ tools_added }) => tools_added ?? []);
		const used = history().flatMap(({ tool_name }) => tool_name ?? []);
		expect(used.filter((name) => !offered.includes(name))).toEqual([]);
	});

	test('runs forward in time, and nobody is spoken over', () => {
		const moments = history().flatMap(({ created_at, metrics }) =>
			metrics === undefined
				? [created_at]
				: [metrics.started_speaking_at, metrics.stopped_speaking_at],
		);
		expect([...moments].sort()).toEqual(moments);
		expect(moments.at(-1) <= String(record().ended_at)).toBe(true);
	});

	test('is the same for the same seed, whatever shapes one that is made up', () => {
		const { id, ...rest } = record();
		expect({ id, ...rest }).toEqual(
			sandbox.createRecord({
				seed: 3,
				dialogue,
				turns: 2,
				outcome: 'no_answer',
				withTestRun: true,
				everyField: true,
			}),
		);
		expect(sandbox.createRecord({ seed: 4, dialogue }).id).not.toBe(id);
	});

	test('has recordings as long as the call, or none', async () => {
		const { audio_url, has_audio, duration_seconds } = record();
		expect(audio_url === null).toBe(has_audio === false);
		if (audio_url === null) return;
		const answer = await fetch(String(audio_url), { method: 'HEAD' });
		const samples = Number(answer.headers.get('content-length'));
		expect(Math.abs(samples / 8000 - Number(duration_seconds))).toBeLessThan(2);
	});
});

test('between them they show what conversations differ in', () => {
	const records = dialogueNames.map((dialogue) => sandbox.createRecord({ seed: 3, dialogue }));
	const countWith = (field: string) => records.filter((one) => one[field] !== null).length;
	expect(new Set(records.map(({ status }) => status))).toEqual(
		new Set(['Completed', 'Failed', 'NoAnswer']),
	);
	for (const field of ['campaign_name', 'audio_url', 'test_run_id', 'error_message']) {
		expect(countWith(field)).toBeGreaterThan(0);
		expect(countWith(field)).toBeLessThan(records.length);
	}
	const text = JSON.stringify(records);
	expect(text).toMatch(/"tool_is_error":true/);
	expect(text).toMatch(/"kind":"AgentHandoff"/);
	expect(text).toMatch(/"operator_invite":\{/);
	expect(text).toMatch(/"interrupted":true/);
});

test('of an inbound call that was missed there is the history, in which nobody speaks', () => {
	const missed = sandbox.createRecord({ seed: 3, dialogue: 'missed-call' });
	expect(missed).toMatchObject({
		status: 'NoAnswer',
		duration_seconds: 0,
		agent_joined_at: null,
		campaign_name: null,
		audio_url: null,
		history: [{ role: 'System' }],
	});
	const { to_number } = sandbox.createRecord({ seed: 3, dialogue: 'booking' });
	expect(missed.to_number).toBe(to_number);
});

test('of a voicemail its greeting is heard first, as the other side', () => {
	const { history } = sandbox.createRecord({ seed: 3, dialogue: 'voicemail' });
	expect(history).toEqual([
		expect.objectContaining({ role: 'System' }),
		expect.objectContaining({ role: 'User', content: expect.stringContaining('voicemail of') }),
		expect.objectContaining({ role: 'Assistant', interrupted: false }),
		expect.objectContaining({ tool_name: 'note_result' }),
		expect.objectContaining({ tool_name: 'note_result' }),
	]);
});

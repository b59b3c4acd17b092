import { addRows, deleteDataTables, readDataTable } from '../../support/n8n/data-tables.mts';
import { callTool, createWithheld, say } from '../create-call.mts';
import { host, useExample } from '../use-example.mts';

// The example against n8n's own Data Tables, and the CSV file that it makes of them.
const rows = () => readDataTable(host.session, 'voice_agent_calls');
const example = useExample('call-log-data-table');

test('a Monday before the first call makes no file and reports no error', async () => {
	const run = await example.run('Every Monday');
	expect(run.items('Get All Rows')).toEqual([]);
	expect(run.items('Make CSV File')).toEqual([]);
	expect(await rows()).toEqual([]);
	// What follows begins without a table as well.
	await deleteDataTables(host.session);
});

test('four first calls at once are four rows', async () => {
	await example.publish();
	const records = Array.from({ length: 4 }, () => host.sandbox.createRecord());
	await example.deliverAll(records);
	const stored = (await rows()).map(({ conversation_id }) => conversation_id);
	expect(stored.sort()).toEqual(records.map(({ id }) => id).sort());
	await deleteDataTables(host.session);
});

test('the sample call makes the table and its first row', async () => {
	const { conversation: sample } = await example.run();
	expect(await rows()).toMatchObject([{ conversation_id: sample.id }]);
});

test.each(['A', 'B'] as const)('a call of shape %s becomes a row', async (shape) => {
	const { record } = await example.finish({ shape, turns: 8, withCampaign: true });
	expect((await rows()).at(-1)).toMatchObject({
		conversation_id: record.id ?? record.session_id,
		agent: record.agent_title ?? record.agent_name,
		campaign: record.campaign_name,
		...{ status: 'Completed', outcome: 'completed', answered: true },
		...{ from_number: record.from_number, to_number: record.to_number },
		customer_number: record.to_number,
		duration_seconds: record.duration_seconds,
		...{ turns: 8, has_recording: true },
		transcript: expect.stringMatching(/^\w+: \S/),
	});
	expect(new Date(String((await rows()).at(-1)?.started_at))).toEqual(
		new Date(String(record.started_at ?? record.start_time)),
	);
});

test('a row holds what agent-watch counts, and the version of the agent', async () => {
	const speak = (from: string, to: string) => ({
		started_speaking_at: `2026-11-20T09:00:${from}Z`,
		stopped_speaking_at: `2026-11-20T09:00:${to}Z`,
	});
	const history = [
		{ ...say('Hello', 'Assistant'), metrics: { e2e_latency: 0.5, ...speak('00', '04') } },
		{ ...say('Hello'), metrics: speak('10', '13') },
		{ ...say('One moment', 'Assistant'), metrics: { e2e_latency: 2.25 } },
		...callTool('book', { tool_is_error: true }),
	];
	const instruct = (instructions: string, ...tools_added: string[]) => [
		{ ...say(instructions, 'System'), instructions, tools_added },
	];
	const prompts = [
		instruct('Be kind.', 'book', 'cancel'),
		// Another order is no other agent.
		instruct('Be kind.', 'cancel', 'book'),
		instruct('Be brief.', 'book', 'cancel'),
		[],
	];
	for (const prompt of prompts) {
		await example.finish({ overrides: { history: [...prompt, ...history] } });
	}
	const added = (await rows()).slice(-prompts.length);
	const counts = { latencies: '0.5 2.25', tool_errors: 1 };
	const speech = { user_speech_seconds: 3, agent_speech_seconds: 4 };
	expect(added).toMatchObject(prompts.map(() => ({ ...counts, ...speech })));
	const [kind, reordered, brief, unknown] = added.map(({ fingerprint }) => fingerprint);
	expect([kind, reordered, unknown]).toEqual([expect.stringMatching(/\S/), kind, null]);
	expect(brief).not.toBe(kind);
});

test('a call that comes again is written over its row', async () => {
	const { record } = await example.finish();
	const before = await rows();
	await example.deliver({ ...record, status: 'Corrected' });
	expect(await rows()).toEqual([
		...before.slice(0, -1),
		expect.objectContaining({ conversation_id: record.id, status: 'Corrected' }),
	]);
});

test('an older state that arrives later empties nothing', async () => {
	const { record } = await example.finish({ turns: 8 });
	const before = await rows();
	await example.deliver({ ...record, history: null, has_audio: false, audio_url: null });
	const { updatedAt, ...kept } = before.at(-1) ?? {};
	expect((await rows()).at(-1)).toMatchObject(kept);
	expect(updatedAt).toBeDefined();
	// Nor does one in which less was said.
	const history = [say('Hello.', 'Assistant')];
	await example.deliver({ ...record, history, status: 'InProgress' });
	expect((await rows()).at(-1)).toMatchObject(kept);
});

test('a copy with a token that nobody signed gives way to the call, and writes over no row', async () => {
	const record = host.sandbox.createRecord();
	const headers = { 'content-type': 'application/json', authorization: 'Bearer forged' };
	const url = host.sandbox.registrations[0]?.url ?? '';
	const forge = async (status: string) => {
		const data = { ...record, agent_title: 'Forged', status };
		const body = JSON.stringify({ event: 'ConversationComplete', data });
		const send = async () => void (await fetch(url, { method: 'POST', headers, body }));
		await example.readRun(await example.waitForExecution(send));
	};
	const agents = [];
	for (const step of [() => forge('One'), () => example.deliver(record), () => forge('Two')]) {
		await step();
		agents.push((await rows()).at(-1)?.agent);
	}
	expect(agents).toEqual(['Forged', record.agent_title, record.agent_title]);
});

test('calls that say next to nothing, not their number or an impossible time get rows of their own', async () => {
	const before = await rows();
	const records = [
		{ id: null },
		{ id: null, started_at: '+275760-09-13T00:00:00Z' },
		createWithheld({ started_at: '2026-02-30T09:00:00Z', agent_title: 'A\u0000' }),
	];
	for (const record of records) await example.deliver(record);
	const added = (await rows()).slice(before.length);
	const row = { customer_number: null, started_at: null };
	const fromExecution = expect.stringMatching(/^execution \d+$/);
	const bare = { ...row, conversation_id: fromExecution, agent: null, turns: null };
	const withheld = { ...row, conversation_id: records[2]?.id, agent: 'A\uFFFD' };
	expect(added).toMatchObject([bare, bare, withheld]);
	expect(added[0]?.conversation_id).not.toBe(added[1]?.conversation_id);
});

test('the CSV file holds every row, and no cell that a spreadsheet would calculate', async () => {
	const formulas = [
		...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1+1', '  =1+1', '＝1+1'],
		...['\u200B=1+1', '\u0001=1+1', '\u202E\u00AD =1+1'],
	];
	const { session } = host;
	const agents = [...formulas, 'Ada;=1+1'].map((agent) => ({ agent }));
	await addRows(session, 'voice_agent_calls', agents);
	const run = await example.run('Every Monday');
	const { data } = run.files('Make CSV File');
	expect(data?.fileName).toBe('voice-agent-calls.csv');
	const query = new URLSearchParams({ id: data?.id ?? '', action: 'download' });
	const text = await session.page(`${session.url}/rest/binary-data?${query}`);
	const [header, ...lines] = text.replace('\uFEFF', '').trim().split('\n');
	expect(header).toBe(
		'conversation_id,started_at,agent_id,agent,campaign,status,outcome,answered,from_number,to_number,customer_number,duration_seconds,turns,tool_errors,latency_p95,latencies,user_speech_seconds,agent_speech_seconds,has_recording,fingerprint,transcript,score,score_evidence,score_attempts',
	);
	expect(lines.length).toBeGreaterThanOrEqual((await rows()).length);
	for (const formula of formulas) {
		expect(text).toContain(formula.replace(/^[\s\p{C}]*/u, "$&'"));
	}
	expect(text).not.toMatch(/(^|[,;"\n])[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u);
});

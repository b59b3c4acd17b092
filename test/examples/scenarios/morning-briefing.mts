import type { ConversationOptions } from '../../../sandbox/types.mts';
import {
	deleteDataTables,
	readDataTable,
	updateDataTable,
} from '../../support/n8n/data-tables.mts';
import { callTool, createInbound, say } from '../create-call.mts';
import { findZone, setUps, writeBriefingSettings } from '../set-ups.mts';
import { host, useExample } from '../use-example.mts';

const [table, claims] = ['voice_agent_briefing', 'voice_agent_claims'] as const;

// The example against Data Tables and a real mail server; at Harbour it is night.
const example = useExample('morning-briefing', () => setUps['morning-briefing']);
const set = (changes: Parameters<typeof writeBriefingSettings>[0]) =>
	example.set('Your Settings', () => ({ jsonOutput: writeBriefingSettings(changes) }));
const runHour = () => example.run('Every Hour');
const rows = () => readDataTable(host.session, table);
const readClaims = async () =>
	(await readDataTable(host.session, claims)).map(({ state }) => state);

/** Who got a mail, and its text. */
const mails = (): Record<string, string> =>
	Object.fromEntries(
		host.mail.mails.map(({ to, text }) => [to?.[0]?.address?.split('@')[0], text?.trim()]),
	);
/** The lines of a section of a text, without their times. */
const readSection = (text: string | undefined, section: string) =>
	(text ?? '')
		.split('\n\n')
		.find((part) => part.startsWith(`${section} (`))
		?.split('\n')
		.map((line) => line.replace(/^\d+ \w{3} \d\d:\d\d · /, ''));

const book = callTool('book_appointment', { tool_output: '{"booked":true}' });
const createCall = (agent_title: string, overrides = {}, options: ConversationOptions = {}) =>
	createInbound({ agent_title, from_number: '+12025550142', ...overrides }, options);
const deliver = (...given: Parameters<typeof createCall>) => example.deliver(createCall(...given));

/** As if all that was done today had been done yesterday. */
const beginNextDay = () => updateDataTable(host, claims, "key = key || ' of yesterday'");

beforeAll(() => example.publish());

test('a day without any call is told to the agency alone, and once', async () => {
	await runHour();
	await runHour();
	expect(host.mail.mails).toHaveLength(1);
	expect(readSection(mails().agency, 'No call in the last 24 hours')).toEqual([
		'No call in the last 24 hours (2)',
		'Lakeside',
		'Harbour',
	]);
	// What follows begins without a table as well.
	await deleteDataTables(host.session);
});

test('the sample is shown, and no row', async () => {
	const run = await example.run();
	expect(run.items('Would Have Sent')).toMatchObject([{ row: { outcome: 'booked' } }]);
	expect(run.items('Add or Update Row')).toEqual([]);
});

test('each client gets its calls in its morning, and the agency what is of no client', async () => {
	await deliver('Reception', { history: [...book, say('Thank you.')] });
	await deliver('RECEPTION', { history: [say('Could you call me back?')] });
	await deliver('Reception', {}, { outcome: 'no_answer' });
	await deliver('Reception', {}, { outcome: 'failed' });
	await deliver('Any agent', { to_number: '+1 (202) 555-0100' });
	await deliver('Harbour Desk');
	await deliver('Elsewhere');
	// The line of one client, and the agent of another.
	await deliver('Harbour Desk', { to_number: '+12025550100' });
	await deliver('Reception', {}, { withTestRun: true });
	await deliver('Reception', {}, { withTestRun: true, outcome: 'failed' });
	await runHour();
	const { lakeside, agency } = mails();
	expect(Object.keys(mails()).sort()).toEqual(['agency', 'lakeside']);
	const line = '+12025550142 · Reception';
	expect(readSection(lakeside, 'Booked')).toEqual(['Booked (1)', line]);
	expect(readSection(lakeside, 'Call backs')).toEqual([
		'Call backs (1)',
		'+12025550142 · RECEPTION',
	]);
	expect(readSection(lakeside, 'Missed')).toEqual(['Missed (1)', line]);
	expect(readSection(lakeside, 'Failed')).toEqual(['Failed (1)', line]);
	expect(readSection(lakeside, 'Other calls')).toEqual([
		'Other calls (1)',
		'+12025550142 · Any agent · completed',
	]);
	expect(lakeside?.match(/^\w[\w ]+(?= \(\d)/gm)).toEqual([
		'Booked',
		'Call backs',
		'Missed',
		'Failed',
		'Other calls',
	]);
	expect(lakeside).toContain(`Times: ${findZone(12)}`);
	expect(readSection(agency, 'Calls of no client, or of several')?.sort()).toEqual([
		'+12025550142 · Elsewhere · completed',
		'+12025550142 · Harbour Desk · completed',
		'Calls of no client, or of several (2)',
	]);
	expect(readSection(agency, 'Agent tests')?.sort()).toEqual([
		expect.stringMatching(/ · Reception · failed: The conversation ended before/),
		expect.stringMatching(/ · Reception · passed$/),
		'Agent tests (2)',
	]);
	expect(agency).not.toContain('No call in');
});

test('an hour later nobody gets anything, but who has morning now', async () => {
	await runHour();
	expect(mails()).toEqual({});
	await set({ harbour: { time_zone: findZone(12) } });
	await runHour();
	expect(Object.keys(mails())).toEqual(['harbour']);
	expect(readSection(mails().harbour, 'Other calls')).toEqual([
		'Other calls (1)',
		'+12025550142 · Harbour Desk · completed',
	]);
	expect((await rows()).filter(({ briefed_at }) => briefed_at === null)).toEqual([]);
});

test('what comes later that day comes on the next one, and what was briefed never again', async () => {
	await deliver('Reception', {}, { outcome: 'no_answer' });
	await runHour();
	expect(mails()).toEqual({});
	await beginNextDay();
	await runHour();
	expect(Object.keys(mails())).toEqual(['lakeside']);
	expect(mails().lakeside?.match(/ · /g)).toHaveLength(2);
});

test('a mail that the server does not take is told to the agency with its calls, and not repeated', async () => {
	await beginNextDay();
	await set({ lakeside: { mail: 'nobody@mail.example.com' } });
	await deliver('Reception', { history: book });
	for (let hour = 0; hour < 2; hour++) await runHour();
	expect(host.mail.mails).toMatchObject([
		{ subject: 'The briefing for Lakeside may not have arrived' },
	]);
	expect(mails().agency).toMatch(/did not confirm it: \S/);
	expect(readSection(mails().agency, 'Booked')).toHaveLength(2);
	expect(await readClaims()).not.toContain('claimed');
});

test('if no mail goes at all it is red, and the calls come to the agency when mail goes again', async () => {
	await beginNextDay();
	const nobody = { mail: 'nobody@mail.example.com' };
	await set({ lakeside: nobody, agency: nobody, harbour: { time_zone: findZone(12) } });
	await deliver('Reception', { history: book });
	await deliver('Harbour Desk');
	const failed = await example.readFailure(await example.begin('Every Hour'));
	expect(failed).toMatchObject({ node: 'Briefing Not Sent' });
	// The calls of a client whose e-mail went are marked all the same.
	expect(Object.keys(mails())).toEqual(['harbour']);
	expect((await rows()).filter(({ briefed_at }) => briefed_at === null)).toHaveLength(1);
	await set({});
	// It may still be under way.
	await runHour();
	expect(host.mail.mails).toHaveLength(1);
	await updateDataTable(host, claims, "createdAt = datetime('now', '-11 minutes')");
	for (let hour = 0; hour < 2; hour++) await runHour();
	expect(host.mail.mails).toHaveLength(2);
	expect(mails().agency).toContain('did not mark it as sent');
	expect(readSection(mails().agency, 'Booked')).toHaveLength(2);
});

test('calls that say little, or what is not so, are shown for what is known of them', async () => {
	await beginNextDay();
	await set({ harbour: { time_zone: findZone(12) } });
	const before = (await rows()).length;
	const odd = [
		{ started_at: '0001-01-01T00:00:00Z', history: null, from_number: '+266696687' },
		{ from_number: 'Ada <script> "x" <whatsapp:+12025550143>', agent_title: 'Reception' },
		{ history: [...callTool('book_appointment', { tool_is_error: true }), say('Oh.')] },
		{ from_number: '+12025550100', to_number: '+12025550145' },
		{
			history: [
				...book,
				...callTool('book_appointment', { index: 1, tool_output: '{"booked":true}' }),
			],
		},
	];
	for (const overrides of odd)
		await deliver('Reception', { from_number: '+12025550144', ...overrides });
	await deliver('Reception\n\nBooked (9)\n=1+1', {}, { outcome: 'failed' });
	// A state that knows less empties nothing, and an older one is left out.
	const [lesser, older] = [
		{ history: null, duration_seconds: null },
		{ history: [], status: 'InProgress', updated_at: '2026-11-01T00:00:00Z' },
	];
	const booked = createCall('Harbour Desk', { history: book });
	for (const state of [{}, lesser]) await example.deliver({ ...booked, ...state });
	const completed = createCall('Harbour Desk');
	for (const state of [{}, older]) await example.deliver({ ...completed, ...state });
	expect(await rows()).toHaveLength(before + 8);
	await runHour();
	const { lakeside, agency, harbour: harbourText } = mails();
	expect(readSection(lakeside, 'Booked')).toHaveLength(2);
	expect(readSection(lakeside, 'Other calls')).toEqual(
		expect.arrayContaining([
			'time not known · number not known · Reception · outcome not known',
			'+12025550143 · Reception · completed',
			'+12025550145 · Reception · completed',
			'+12025550144 · Reception · completed',
		]),
	);
	expect(agency).toContain(' · Reception Booked (9) =1+1 · failed');
	expect(readSection(harbourText, 'Booked')).toHaveLength(2);
	expect(readSection(harbourText, 'Other calls')).toEqual([
		'Other calls (1)',
		'+12025550142 · Harbour Desk · completed',
	]);
});

test('a copy that nobody signed counts only without the call itself', async () => {
	await beginNextDay();
	const record = createCall('Reception', {}, { outcome: 'no_answer' });
	const forge = async (data: Record<string, unknown>) => {
		const [registration] = host.sandbox.registrations;
		const body = JSON.stringify({ event: 'ConversationComplete', data });
		const headers = { 'content-type': 'application/json' };
		await fetch(registration?.url ?? '', { method: 'POST', headers, body });
	};
	const forged = { ...record, agent_title: 'Harbour Desk', history: book };
	await example.readRun(await example.waitForExecution(() => forge(forged)));
	await example.deliver(record);
	await runHour();
	expect(Object.keys(mails())).toEqual(['lakeside']);
	expect(readSection(mails().lakeside, 'Missed')).toHaveLength(2);
	await beginNextDay();
	await runHour();
	expect(host.mail.mails).toHaveLength(1);
});

test.each([
	['a REPLACE-ME', { lakeside: { mail: 'REPLACE-ME' } }, /replace each REPLACE-ME \(clients\)/],
	['an unknown time zone', { harbour: { time_zone: 'Europe/Bern' } }, /time_zone a name such as/],
	['two clients of one name', { harbour: { name: 'Lakeside' } }, /a name of its own/],
])('%s is red before anything is sent', async (_, changes, message) => {
	await set(changes);
	const failed = await example.readFailure(await example.begin('Every Hour'));
	expect(failed).toEqual({
		node: 'Correct Your Settings',
		message: expect.stringMatching(message),
	});
	expect(mails()).toEqual({});
});

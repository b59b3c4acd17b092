import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { makeRecord, readFile, run, runWithHints } from './conversation-driver.mts';
import { createHost } from '../../support/in-process/host.mts';

const report: INodeParameters = { operation: 'createReport', options: { resultOnly: true } };
const record = makeRecord({ everyField: true, turns: 20 });

test('a report is an HTML file named after the conversation, without a credential', async () => {
	const items = await run({ event: 'ConversationComplete', data: record }, report);
	const { id, agent_title: title, status, started_at, duration_seconds } = record;
	const file_name = `conversation-${id}.html`;
	const facts = { title, outcome: 'operator_invited', status, started_at, duration_seconds };
	const file = { mimeType: 'text/html', fileType: 'html', fileExtension: 'html' };
	expect(items).toEqual([
		{
			json: { id, report: { ...facts, binary_field: 'report', file_name } },
			binary: { report: expect.objectContaining({ ...file, fileName: file_name }) },
			pairedItem: { item: 0 },
		},
	]);
	const page = readFile(items[0], 'report');
	expect(page).toMatch(/^<!doctype html>\n/);
	expect(page).toContain(`<title>${record.agent_title}, `);
	expect(page).toContain('<svg');
});

test("a report has times in n8n's zone, and the instructions of the agent on request alone", async () => {
	const history = [{ role: 'System', content: 'Offer no discount.' }, { content: 'Hello.' }];
	const source = { id: 'c-1', started_at: '2026-11-03T09:15:00Z', history };
	const page = readFile((await run(source, report))[0], 'report');
	const zone = createHost({ type: 'voiceAgent' }).execute().getTimezone().replaceAll('_', ' ');
	expect(page).toContain(`3 November 2026 at`);
	expect(page).toContain(`(${zone})</b>Started`);
	expect(page).not.toContain('discount');
	const options = { resultOnly: true, includeSystemTurns: true };
	const whole = readFile((await run(source, { ...report, options }))[0], 'report');
	expect(whole).toContain('Offer no discount.');
});

test('a report of an item without turns says so by a hint', async () => {
	const hintsOf = async (json: IDataObject) => (await runWithHints([{ json }], report)).hints;
	expect(await hintsOf(record)).toEqual([]);
	for (const history of [null, []]) {
		const [hint, ...others] = await hintsOf({ ...record, history });
		expect(hint?.message).toContain('has no turns');
		expect(others).toEqual([]);
	}
});

test('a report of a conversation without a name has a title, in a field of any name', async () => {
	const [item] = await run({ id: 'c-1', agent_id: 'a-1' }, { ...report, fileField: 'page' });
	const shown = { title: 'Conversation', outcome: null, status: null, binary_field: 'page' };
	expect(item?.json).toMatchObject({ id: 'c-1', report: shown });
	expect(readFile(item, 'page')).toContain('<title>Conversation</title>');
});

test('a report takes the outcome rules of the user', async () => {
	const rule = { when: 'statusIs', value: 'Completed', outcome: 'booked' };
	const options = { resultOnly: true };
	const [item] = await run(record, { ...report, options, outcomeRules: { rule: [rule] } });
	expect(item?.json).toMatchObject({ report: { outcome: 'booked' } });
	expect(readFile(item, 'report')).toContain('<bdi>booked</bdi>');
});

import * as z from 'zod/v4';
import { waitUntil } from '../../../host/wait-until.mts';
import { formLogin } from '../start-host.mts';
import {
	addRows,
	createDataTable,
	readDataTable,
	updateDataTable,
} from '../../support/n8n/data-tables.mts';
import { host, useExample } from '../use-example.mts';

const { user, password } = formLogin;
const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
// Calls of the first caller in every writing, of the second in another than the one that is typed.
const first = ['+49 30 12345670', '0049 (30) 12345670', 'tel:+49-30-12345670', '030/12345670'];
const second = '+49 30 12345671';
const others = [
	'+49 30 1234567',
	'+49 30 123456701',
	'12345670',
	'sip:12345670@example.com',
	'sip:anna@example.com',
	'anonymous',
	null,
];

const ownNumber = '+442079460000';

// The example beside the one that makes the table of calls, and tables of others.
const log = useExample('call-log-data-table');
const example = useExample('forget-callers', () => ({
	assignments: {
		'Your Settings': { default_country: 'DE', own_numbers: `+49 30 5550, ${ownNumber}` },
	},
	// So that the test can read its runs.
	settings: { saveDataSuccessExecution: 'all', saveManualExecutions: true },
}));
const tables = ['voice_agent_calls', 'voice_agent_briefing', 'own_table'];
const count = async () =>
	Promise.all(tables.map(async (name) => (await readDataTable(host.session, name)).length));
const addCalls = (...numbers: (string | null | undefined)[]) =>
	addRows(
		host.session,
		'voice_agent_calls',
		numbers.map((from_number) => ({ from_number, to_number: ownNumber })),
	);
const formUrl = () => {
	const { nodes } = example.workflow;
	const form = nodes.find(({ type }) => type.endsWith('.formTrigger'));
	return `${host.session.url}/form/${form?.webhookId}`;
};

/** Waits for the next page of a form, and reads it. n8n never responds to a request while the execution runs. */
async function readPage(formWaitingUrl: string): Promise<string> {
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	const read = async () => {
		if ((await (await fetch(status)).text()) !== 'form-waiting') return undefined;
		const asked = fetch(formWaitingUrl, { signal: AbortSignal.timeout(2_000) });
		return await asked.then((response) => response.text()).catch(() => undefined);
	};
	return await waitUntil(read, { what: 'the next page of the form', intervalMs: 20 });
}

const fill = (value: string): FormData => {
	const body = new FormData();
	body.set('field-0', value);
	return body;
};

/** Submits the first page, and reads the second. */
async function find(number: string) {
	const request = { method: 'POST', headers: { authorization }, body: fill(number) };
	const sent = await fetch(formUrl(), request);
	const { formWaitingUrl } = z.object({ formWaitingUrl: z.url() }).parse(await sent.json());
	return { url: formWaitingUrl, page: await readPage(formWaitingUrl) };
}

const submit = (url: string, choice: string) =>
	fetch(url, { method: 'POST', body: fill(choice), redirect: 'manual' });

/** Submits both pages, and reads the second and the last. */
async function erase(number: string, choice = 'Yes'): Promise<{ found: string; last: string }> {
	const { url, page } = await find(number);
	await submit(url, choice);
	return { found: page, last: await readPage(url) };
}

test('without tables nothing is to be erased', async () => {
	const run = await example.run('Every Day');
	expect(run.items('Keeps Calls?')).toEqual([]);
	await example.publish();
});

test('without a log-in there is no form, and nothing is erased', async () => {
	const body = fill('+493012345670');
	const rejected: Record<string, string>[] = [{}, { authorization: 'Basic b3duZXI6d3Jvbmc=' }];
	for (const headers of rejected) {
		expect((await fetch(formUrl(), { headers })).status).toBe(401);
		expect((await fetch(formUrl(), { method: 'POST', headers, body })).status).toBe(401);
	}
	const page = await fetch(formUrl(), { headers: { authorization } });
	expect([page.status, await page.text()]).toEqual([
		200,
		expect.stringContaining('Erase a caller'),
	]);
});

test('a number is erased however it was written, whole, and nobody else', async () => {
	await log.run('Every Monday');
	await addCalls(...first, second, ...others);
	for (const name of tables.slice(1)) {
		await createDataTable(host.session, name, 'customer_number');
		const rows = [{ customer_number: '+493012345670' }, { customer_number: '+493099999999' }];
		await addRows(host.session, name, rows);
	}
	const { length } = others;
	for (const [typed, read, erased, briefed, left] of [
		['+49 30 12345670', '+493012345670', 4, 1, length + 1],
		['0049 (30) 12345671', '+493012345671', 1, 0, length],
	] as const) {
		const { found, last } = await erase(typed);
		expect(found).toContain(`Read as ${read}`);
		for (const page of [found, last]) {
			expect(page).toContain(`voice_agent_calls: ${erased},`);
			expect(page).toContain(`voice_agent_briefing: ${briefed}`);
		}
		expect(last).not.toContain(read.slice(-8));
		expect(await count()).toEqual([left, 1, 2]);
	}
	const left = await readDataTable(host.session, 'voice_agent_calls');
	expect(left.map(({ from_number }) => from_number).sort()).toEqual([...others].sort());
});

test.each([
	['an address of no number', 'sip:Anna@example.com', 1],
	['an address of a number', 'sip:12345670@example.com', 2],
	['a number of nobody', '+49 30 999999', 0],
])('%s is compared as a whole', async (_, typed, erased) => {
	const [before = 0] = await count();
	const { found, last } = await erase(typed);
	expect(found).toContain(`voice_agent_calls: ${erased},`);
	expect(found.includes('could not be read')).toBe(!typed.startsWith('+'));
	expect(last).toContain(erased === 0 ? 'Nothing was erased' : `voice_agent_calls: ${erased},`);
	expect((await count())[0]).toBe(before - erased);
});

test.each([
	['+44 20 7946 0000', 'one of your own numbers'],
	['030 5550', 'one of your own numbers'],
	['anonymous', 'names no caller'],
])('%s is refused', async (typed, reason) => {
	const before = await count();
	const { page } = await find(typed);
	expect(page).toContain(reason);
	expect(page).not.toContain('Continue');
	expect(await count()).toEqual(before);
});

describe('a caller who is found', () => {
	const number = '+4930998877';
	const seen = () => count().then(([calls]) => calls);

	beforeAll(() => addCalls(number));

	test('stays with another answer than Yes', async () => {
		const before = await seen();
		for (const choice of ['', 'yes']) {
			const { found, last } = await erase(number, choice);
			expect(found).toContain('voice_agent_calls: 1,');
			expect(last).toContain('Nothing was erased');
		}
		expect(await seen()).toBe(before);
	});

	/** Submits a page again whose form was answered: on the last page n8n goes on, and never responds. */
	async function submitAgain(url: string, id: string): Promise<void> {
		const abort = new AbortController();
		const request = { method: 'POST', body: fill('Yes'), signal: abort.signal };
		const sent = fetch(url, request).catch(() => undefined);
		await example.waitForStatus(id, 'success');
		abort.abort();
		await sent;
		expect((await submit(url, 'Yes')).ok).toBe(false);
	}

	test('stays if the second page is left open, also for who answers later', async () => {
		const before = await seen();
		let url = '';
		const id = await example.waitForExecution(async () => void ({ url } = await find(number)));
		await example.endWaiting(id);
		const isLast = async () => (await readPage(url)).includes('Nothing was erased') || undefined;
		await waitUntil(isLast, { what: 'the last page of the form', intervalMs: 50 });
		await submitAgain(url, id);
		expect(await seen()).toBe(before);
	});

	test('is erased once by an answer that is sent twice', async () => {
		let url = '';
		const id = await example.waitForExecution(async () => void ({ url } = await find(number)));
		await submit(url, 'Yes');
		expect(await readPage(url)).toContain('voice_agent_calls: 1,');
		await addCalls(number);
		const before = await seen();
		await submitAgain(url, id);
		expect(await seen()).toBe(before);
	});
});

test('a row leaves when it is too old, whenever the call was', async () => {
	const before = await count();
	const date = (days: number) =>
		new Date(Date.now() - days * 86_400_000).toISOString().replace('T', ' ').replace('Z', '');
	for (const name of tables) {
		await updateDataTable(host, name, `createdAt = '${date(89)}'`);
		await updateDataTable(
			host,
			name,
			`createdAt = '${date(91)}'`,
			`id = (select max(id) from $table)`,
		);
	}
	await example.run('Every Day');
	expect(await count()).toEqual([(before[0] ?? 0) - 1, 0, 2]);
});

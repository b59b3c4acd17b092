import type { IDataObject } from 'n8n-workflow';
import { createInbound, createWithheld, say } from './create-call.mts';
import { ownNumber } from './set-ups.mts';
import { host, type Example } from './use-example.mts';
import { updateDataTable } from '../support/n8n/data-tables.mts';

/** What is in a CRM, as the tests of every CRM ask for it; each list in the order in which it came. */
interface Crm<Call> {
	contacts(): { id: unknown }[];
	calls(): Call[];
	/** Undefined if the call is of nobody. */
	contactIdOf(call: Call): unknown;
	/** The contact that is created for a number; undefined if the example creates none. */
	describeContact(number: string): object | undefined;
	/** The call as the CRM has it, with the moment of its start in UTC. */
	describeCall(
		record: Record<string, unknown>,
		startedAt: string,
		conversation: IDataObject,
	): object;
	/** A call of nobody that says next to nothing; undefined if no call without a contact is written. */
	callOfNobody: object | undefined;
	/** Where what was said stands. */
	textOf(call: Call): unknown;
	/** The day of a call, where the CRM has no moment. */
	dayOf?(call: Call): unknown;
	/** The request that writes a call. */
	write: string;
	/** The request that finds the contact of a call. */
	find: string;
	/** The files at calls; of a CRM that keeps recordings. */
	files?(): { file: { content: Buffer } }[];
}

const number = '+12025550143';
/** The same moment of each call, written as a service may write it. */
const calls = [
	{ shape: 'A', written: { started_at: '2026-11-21T00:30:00+02:00' } },
	{ shape: 'B', written: { start_time: '2026-11-20T22:30:00' } },
] as const;
const startedAt = '2026-11-20T22:30:00.000Z';

/** What no vendor takes whole: many turns, in scripts of two and of four bytes a character. */
const long = [
	...Array.from({ length: 30 }, () =>
		say('أود أن أنقل موعدي من يوم الثلاثاء إلى يوم الخميس من فضلك. '.repeat(6)),
	),
	say(`x${'😀'.repeat(40_000)}`),
];

/** Tests what is alike in all CRMs, and publishes the example. */
export function checkCrm<Call>(example: Example, crm: Crm<Call>): void {
	const contactIds = () => crm.calls().map(crm.contactIdOf);

	test('the sample call writes nothing, and shows what a call would have sent', async () => {
		const run = await example.run();
		const note = expect.stringContaining(String(run.conversation.agent_title));
		expect(run.items('Would Have Sent')).toMatchObject([{ formatted_transcript: note }]);
		expect([...crm.contacts(), ...crm.calls()]).toEqual([]);
	});

	test('without the own numbers nothing is written', async () => {
		await example.set('Voice Agent Trigger', () => ({ options: { ownNumbers: 'REPLACE-ME' } }));
		expect(await example.readFailure(await example.begin())).toMatchObject({
			node: 'Correct Your Settings',
			message: expect.stringContaining('Own Numbers'),
		});
		await example.set('Voice Agent Trigger', () => ({ options: { ownNumbers: ownNumber } }));
		await example.publish();
	});

	test('a call that comes three times stands there once, and the next one at the same contact', async () => {
		const before = crm.contacts().length;
		const expected: object[] = [];
		for (const { shape, written } of calls) {
			// Whoever is signed in at the service names no contact.
			const user = { called_by_name: 'Ada Lovelace' };
			const overrides = { from_number: number, to_number: number, ...user, ...written };
			const { record, run } = await example.finish({ shape, turns: 8, overrides });
			if (shape === 'A') await example.deliverAgain(record);
			expected.push(crm.describeCall(record, startedAt, run.conversation));
		}
		expect(crm.calls()).toMatchObject(expected);
		const contact = crm.describeContact(number);
		const added = crm.contacts().slice(before);
		expect(added).toEqual(contact === undefined ? [] : [{ id: expect.anything(), ...contact }]);
		expect(contactIds()).toEqual([added[0]?.id, added[0]?.id]);
	});

	test('a long call is cut, with a line that says so', async () => {
		const overrides = { history: long, from_number: number };
		await example.finish({ overrides });
		// A vendor rejects more than it takes, and half a character.
		expect(crm.calls()).toHaveLength(1);
		const ends = expect.stringContaining('[Cut here: the whole conversation is longer.]');
		expect(crm.calls().map(crm.textOf)).toEqual([ends]);
	});

	test('a call from an own line is of the number that was called', async () => {
		const [from_number, to_number] = [ownNumber, '+12025550144'];
		await example.deliver(createInbound({ from_number, to_number }));
		const contact = crm.describeContact(to_number);
		const known = crm.contacts().find(({ id }) => id === contactIds()[0]);
		expect(crm.calls()).toHaveLength(1);
		expect(known).toEqual(contact && { id: expect.anything(), ...contact });
	});

	test('a call that says next to nothing, and not its number, is of nobody', async () => {
		const before = structuredClone(crm.contacts());
		const silent = { history: [], agent_title: null, duration_seconds: null, started_at: 'soon' };
		await example.deliver(createWithheld({ ...silent, audio_url: null }));
		expect(crm.contacts()).toEqual(before);
		const expected = crm.callOfNobody === undefined ? [] : [crm.callOfNobody];
		expect(crm.calls()).toMatchObject(expected);
		expect(contactIds()).toEqual(expected.map(() => undefined));
		expect(crm.files?.() ?? []).toEqual([]);
	});

	test('a write without a good answer is told to a person, and never repeated', async () => {
		const record = host.sandbox.createRecord({ withRecording: false });
		host.vendors.failOnce(crm.write, 500);
		const failed = await example.fail(record);
		const told = { node: 'A Person Has to Look', message: expect.stringContaining('Look in ') };
		expect(failed).toMatchObject(told);
		await example.deliverAgain(record);
		expect(await example.readFailure(await example.beginRetry(failed.id))).toMatchObject(told);
		// Neither the later state nor Retry wrote anything. A later state after a while tells it again.
		await updateDataTable(host, 'voice_agent_claims', "createdAt = datetime('now', '-1 hour')");
		expect(await example.fail({ ...record, status: 'Corrected again' })).toMatchObject({
			node: 'A Person Has to Look',
			message: expect.stringContaining('An earlier execution of this call did not end well.'),
		});
		expect(crm.calls()).toEqual([]);
	});

	test('a call whose contact cannot be found now is written once, by Retry', async () => {
		const overrides = { from_number: number, to_number: number };
		const record = host.sandbox.createRecord({ withRecording: false, overrides });
		for (let tries = 0; tries < 5; tries += 1) host.vendors.failOnce(crm.find, 503);
		const { id } = await example.fail(record);
		expect(crm.calls()).toEqual([]);
		await example.retry(id);
		await example.deliverAgain(record);
		expect(crm.calls()).toHaveLength(1);
	});

	const { dayOf, files } = crm;
	if (dayOf !== undefined) {
		test('an evening in New York is on its day there', async () => {
			await example.setTimezone('America/New_York');
			const overrides = { started_at: '2026-11-21T01:30:00.000Z' };
			await example.finish({ withRecording: false, overrides });
			await example.setTimezone('UTC');
			expect(crm.calls().map(dayOf)).toEqual(['2026-11-20']);
		});
	}

	if (files === undefined) return;

	test('the recording stays at the call, byte for byte', async () => {
		const { record } = await example.finish({ withRecording: true });
		const served = await fetch(String(record.audio_url));
		const content = Buffer.from(await served.arrayBuffer());
		expect(content.length).toBeGreaterThan(1000);
		expect(files().at(-1)?.file.content.equals(content)).toBe(true);
	});

	test('a call whose recording cannot be had stands there all the same', async () => {
		const options = { withRecording: true, recordingExpiresInSeconds: -60 };
		expect(await example.fail(host.sandbox.createRecord(options))).toMatchObject({
			node: 'Download Recording',
			message: expect.stringContaining('has expired'),
		});
		expect([crm.calls().length, files().length]).toEqual([1, 0]);
	});
}

import type { IDataObject } from 'n8n-workflow';
import { createWithheld, host, shapes, type Example } from './use-example.mts';

/** What is in a CRM, as the tests of every CRM ask for it; each list in the order in which it came. */
interface Crm<Call> {
	contacts(): { id: unknown }[];
	calls(): Call[];
	/** Undefined if the call is of nobody. */
	contactIdOf(call: Call): unknown;
	/** Whether a call without a contact is written. */
	takesCallsOfNobody: boolean;
	/** The contact that is created for a number; undefined if the example creates none. */
	describeContact(number: string): object | undefined;
	describeCall(record: Record<string, unknown>, conversation: IDataObject): object;
	/** Where what was said stands. */
	textOf(call: Call): unknown;
	/** The day of a call, where the CRM has no moment. */
	dayOf?(call: Call): unknown;
	/** The request that writes a call. */
	write: string;
	/** The files at calls; of a CRM that keeps recordings. */
	files?(): { file: { content: Buffer } }[];
}

/** What no vendor takes whole, in scripts of two and of four bytes a character. */
const long = {
	'300 turns in Arabic': Array.from({ length: 300 }, (_, index) => ({
		...{ role: index % 2 === 0 ? 'Assistant' : 'User', kind: 'Message' },
		content: 'أود أن أنقل موعدي من يوم الثلاثاء إلى يوم الخميس من فضلك. '.repeat(6),
	})),
	'one turn of emoji': [{ role: 'User', kind: 'Message', content: `x${'😀'.repeat(40_000)}` }],
};

/** Tests what is alike in all CRMs, and publishes the example. */
export function checkCrm<Call>(example: Example, crm: Crm<Call>): void {
	const contactIds = () => crm.calls().map(crm.contactIdOf);

	test('each run of the sample call adds a call, to the same contact', async () => {
		await example.run();
		const { conversation } = await example.run();
		const contact = crm.describeContact(String(conversation.customer_number));
		expect(crm.contacts()).toMatchObject(contact === undefined ? [] : [contact]);
		const id = crm.contacts()[0]?.id;
		expect(contactIds()).toEqual([id, id]);
		await example.publish();
	});

	test('a call that comes three times stands there once, and the next one at the same contact', async () => {
		const number = '+12025550143';
		const before = crm.contacts().length;
		const expected: object[] = [];
		for (const shape of shapes) {
			const overrides = { from_number: number, to_number: number };
			const options = { shape, turns: 8, withCampaign: true, overrides };
			const { record, run } = await example.finish(options);
			await example.deliverAgain(record);
			expected.push(crm.describeCall(record, run.conversation));
		}
		expect(crm.calls()).toMatchObject(expected);
		const added = crm.contacts().slice(before);
		expect(added).toHaveLength(crm.describeContact(number) === undefined ? 0 : 1);
		expect(contactIds()).toEqual([added[0]?.id, added[0]?.id]);
	});

	test.each(Object.entries(long))('%s are cut, with a line that says so', async (_, history) => {
		const { run } = await example.finish({ overrides: { history, from_number: '+12025550143' } });
		// A vendor rejects more than it takes, and half a character.
		expect(crm.calls()).toHaveLength(1);
		const ends = expect.stringMatching(new RegExp(`Cut here.*execution ${run.id} of n8n`));
		expect(crm.calls().map(crm.textOf)).toEqual([ends]);
	});

	test('callers who show no number share no contact: their calls are of nobody', async () => {
		const before = structuredClone(crm.contacts());
		const records = createWithheld({ withRecording: false });
		await example.deliverAll(records);
		expect(crm.contacts()).toEqual(before);
		expect(contactIds()).toEqual(crm.takesCallsOfNobody ? records.map(() => undefined) : []);
	});

	test('a call that failed to be written is written once, by Retry', async () => {
		const record = host.sandbox.createRecord({ withRecording: false });
		host.vendors.failOnce(crm.write, 500);
		const id = await example.startByDelivery(record);
		await example.readFailure(id);
		await example.deliverAgain(record);
		expect(crm.calls()).toEqual([]);
		await example.retry(id);
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

	test.each([
		['without a recording', { withRecording: false }],
		['whose recording cannot be had', { withRecording: true, recordingExpiresInSeconds: -60 }],
	])('a call %s stands there all the same', async (_, options) => {
		const id = await example.startByDelivery(host.sandbox.createRecord(options));
		if (options.withRecording) {
			expect(await example.readFailure(id)).toEqual({
				node: 'Download Recording',
				message: expect.stringContaining('has expired'),
			});
		} else {
			expect((await example.readRun(id)).items('Has a Recording?')).toEqual([]);
		}
		expect([crm.calls().length, files().length]).toEqual([1, 0]);
	});
}

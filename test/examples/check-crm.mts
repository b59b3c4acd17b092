import type { IDataObject } from 'n8n-workflow';
import { host, shapes, type Example } from './use-example.mts';

/** What is in a CRM, as the tests of every CRM ask for it; each list in the order in which it came. */
interface Crm<Call> {
	contacts(): { id: unknown }[];
	calls(): Call[];
	/** Undefined if the call is of nobody. */
	contactIdOf(call: Call): unknown;
	/** The contact that is created for a number; undefined if the example creates none. */
	describeContact(number: string): object | undefined;
	describeCall(record: Record<string, unknown>, conversation: IDataObject): object;
	/** The files at calls; of a CRM that keeps recordings. */
	files?(): { file: { content: Buffer } }[];
}

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

	const { files } = crm;
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

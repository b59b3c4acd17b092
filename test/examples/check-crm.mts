import type { IDataObject } from 'n8n-workflow';
import type { ExamplesHost } from './start-host.mts';
import { shapes, type Example } from './use-example.mts';

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
export function checkCrm<Call>(
	host: () => ExamplesHost,
	example: () => Example,
	crm: Crm<Call>,
): void {
	/** The calls added by `act`, which are to be of the newest contact, and how many contacts it added. */
	async function readAdded(act: () => Promise<void>) {
		const before = { calls: crm.calls().length, contacts: crm.contacts().length };
		await act();
		const calls = crm.calls().slice(before.calls);
		const contactId = crm.contacts().at(-1)?.id;
		expect(calls.map(crm.contactIdOf)).toEqual(calls.map(() => contactId));
		return { calls, contacts: crm.contacts().slice(before.contacts) };
	}

	test('each run of the sample call adds a call, to the same contact', async () => {
		let number = '';
		const added = await readAdded(async () => {
			await example().run();
			number = String((await example().run()).conversation.customer_number);
		});
		expect(added.calls).toHaveLength(2);
		const contact = crm.describeContact(number);
		expect(added.contacts).toMatchObject(contact === undefined ? [] : [contact]);
		await example().publish();
	});

	test('a call that comes three times stands there once, and the next one at the same contact', async () => {
		const number = '+12025550143';
		const overrides = { from_number: number, to_number: number };
		const expected: object[] = [];
		const added = await readAdded(async () => {
			for (const shape of shapes) {
				const options = { shape, turns: 8, withCampaign: true, overrides };
				const { record, run } = await example().finish(options);
				await example().deliverAgain(record);
				expected.push(crm.describeCall(record, run.conversation));
			}
		});
		expect(added.calls).toMatchObject(expected);
		expect(added.contacts).toHaveLength(crm.describeContact(number) === undefined ? 0 : 1);
	});

	const { files } = crm;
	if (files === undefined) return;

	test('the recording stays at the call, byte for byte', async () => {
		const { record } = await example().finish({ withRecording: true });
		const served = await fetch(String(record.audio_url));
		const content = Buffer.from(await served.arrayBuffer());
		expect(content.length).toBeGreaterThan(1000);
		expect(files().at(-1)?.file.content.equals(content)).toBe(true);
	});

	test.each([
		['without a recording', { withRecording: false }],
		['whose recording cannot be had', { withRecording: true, recordingExpiresInSeconds: -60 }],
	])('a call %s stands there all the same', async (_, options) => {
		const before = [crm.calls().length, files().length];
		const id = await example().startByDelivery(host().sandbox.createRecord(options));
		if (options.withRecording) {
			expect(await example().readFailure(id)).toEqual({
				node: 'Download Recording',
				message: expect.stringContaining('has expired'),
			});
		} else {
			expect((await example().readRun(id)).items('Has a Recording?')).toEqual([]);
		}
		expect([crm.calls().length - 1, files().length]).toEqual(before);
	});
}

import type { ExamplesHost } from './start-host.mts';
import type { Example } from './use-example.mts';

/** What a CRM holds, as a test of its recordings asks for it. */
interface Crm {
	countCalls(): number;
	/** The files at calls, in the order in which they came. */
	files(): { file: { content: Buffer } }[];
}

/** Tests that a CRM keeps the audio of a call, and the call whatever becomes of the audio. */
export function checkRecording(host: () => ExamplesHost, example: () => Example, crm: Crm): void {
	test('the recording stays at the call, byte for byte', async () => {
		const { record } = await example().finish({ withRecording: true });
		const served = await fetch(String(record.audio_url));
		const content = Buffer.from(await served.arrayBuffer());
		expect(content.length).toBeGreaterThan(1000);
		expect(crm.files().at(-1)?.file.content.equals(content)).toBe(true);
	});

	test.each([
		['without a recording', { withRecording: false }],
		['whose recording cannot be had', { withRecording: true, recordingExpiresInSeconds: -60 }],
	])('a call %s stands there all the same', async (_, options) => {
		const [calls, files] = [crm.countCalls(), crm.files().length];
		const id = await example().startByDelivery(host().sandbox.createRecord(options));
		if (options.withRecording) {
			expect(await example().readFailure(id)).toEqual({
				node: 'Download Recording',
				message: expect.stringContaining('has expired'),
			});
		} else {
			expect((await example().readRun(id)).items('Has a Recording?')).toEqual([]);
		}
		expect([crm.countCalls(), crm.files().length]).toEqual([calls + 1, files]);
	});
}

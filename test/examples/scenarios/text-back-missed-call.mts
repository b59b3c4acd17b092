import { createInbound, createWithheld } from '../create-call.mts';
import { setUps } from '../set-ups.mts';
import { host, useExample } from '../use-example.mts';

// The example against a stand-in for Twilio.
const texts = () => host.vendors.twilio.texts;
const missed = { outcome: 'no_answer' } as const;
const example = useExample('text-back-missed-call', () => setUps['text-back-missed-call']);

test('each run of the sample call sends a text', async () => {
	await example.run();
	const { conversation: sample } = await example.run();
	expect(sample).toMatchObject({ outcome: 'no_answer' });
	const text = { From: '+12025550100', To: sample.customer_number };
	expect(texts()).toMatchObject([text, text]);
	await example.publish();
});

test('two calls that nobody answered bring one text', async () => {
	const to_number = '+12025550144';
	for (let count = 0; count < 2; count++) {
		await example.finish({ ...missed, overrides: { to_number } });
	}
	expect(texts()).toMatchObject([
		{ To: to_number, Body: expect.stringMatching(/^The Clinic: Sorry.*STOP/) },
	]);
});

test('a number that nobody can text starts nothing', async () => {
	const numbers = ['1234', '+19005550123', '+881612345678', '+97912345678', '+493012345678'];
	await example.deliverAll(numbers.map((from_number) => createInbound({ from_number }, missed)));
	expect(texts()).toEqual([]);
});

test('a caller who shows no number gets no text, wherever texts may go', async () => {
	await example.assign('Write Message', { prefixes: "={{ ['+'] }}", never: '={{ [] }}' });
	await example.deliver(createWithheld({}, missed));
	expect(texts()).toEqual([]);
	await example.deliver(createInbound({ from_number: '+493012345678' }, missed));
	expect(texts()).toMatchObject([{ To: '+493012345678' }]);
});

test.each(['completed', 'failed'] as const)('a call that %s starts nothing', async (outcome) => {
	await example.expectAnswer(host.sandbox.createRecord({ outcome }), 'outcome-not-wanted');
});

test('a text that Twilio could not take is sent by Retry, once', async () => {
	const from_number = '+12025550146';
	host.vendors.failOnce(host.vendors.twilio.messages, 500);
	const { id } = await example.fail(createInbound({ from_number }, missed));
	await example.deliver(createInbound({ from_number }, missed));
	expect(texts()).toEqual([]);
	await example.retry(id);
	expect(texts()).toMatchObject([{ To: from_number }]);
});

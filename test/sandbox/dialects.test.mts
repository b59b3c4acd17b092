import { readDialects } from '../../sandbox/dialects/dialects.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import { callApi, register } from '../support/servers/call-api.mts';
import { startReceiver } from '../support/servers/start-receiver.mts';

test('names are separated by commas', () => {
	expect(readDialects(['shape-b, id-number', 'token-absent'])).toEqual([
		'shape-b',
		'id-number',
		'token-absent',
	]);
	expect(readDialects()).toEqual([]);
});

test('an unknown name is an error that shows all names', () => {
	expect(() => readDialects(['shape-c'])).toThrow(/no dialect "shape-c".*shape-b/);
});

test('two dialects of one choice contradict each other', () => {
	expect(() => readDialects(['shape-b', 'shape-both'])).toThrow(
		/shape-b and shape-both contradict each other: Which of the two shapes/,
	);
});

test('several are spoken at once, and the page shows them', async () => {
	const dialects = ['id-number', 'event-lower-case', 'shape-b', 'numbers-null', 'token-absent'];
	const sandbox = await startSandbox({ dialects });
	const receiver = await startReceiver({ status: 200 });
	try {
		const { json } = await register(sandbox, { url: receiver.url });
		expect(json).toEqual({ id: expect.any(Number) });
		await sandbox.finishConversation({ dialogue: 'booking' });
		const [{ headers, body } = { headers: {}, body: '{}' }] = receiver.received;
		const { event, data } = JSON.parse(body);
		expect(headers.authorization).toBeUndefined();
		expect(event).toBe('conversationcomplete');
		expect(data).toMatchObject({ session_id: expect.any(String), from_number: null });
		const state = await callApi(sandbox, '/sandbox/state');
		expect(Object(state.json).dialects).toMatchObject(dialects.map((name) => ({ name })));
	} finally {
		await receiver.close();
		await sandbox.close();
	}
});

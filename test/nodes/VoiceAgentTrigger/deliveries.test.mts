import type { INodeParameters } from 'n8n-workflow';
import { deliver, nextId, writeEvent, type DeliverOptions } from '../host/deliver.mts';
import { createHost, otherEvents } from '../host/host.mts';

const receive = async (
	body: string | Buffer,
	options: DeliverOptions = {},
	parameters: INodeParameters = {},
) => await deliver(createHost({ type: 'voiceAgentTrigger', parameters }), body, options);

// Every other reason is in test/unit/delivery/parse-delivery.
const rejectedBodies: [string, string, string, string][] = [
	['plain text', 'hello', 'text/plain', 'body-not-json'],
	['a form', 'event=x&data=y', 'application/x-www-form-urlencoded', 'body-not-json'],
	['an empty body', '', 'application/json', 'body-empty'],
	['[]', '[]', 'application/json', 'body-not-an-object'],
];

test.each(rejectedBodies)('rejects %s with a reason', async (_, body, contentType, reason) => {
	const { result, answer } = await receive(body, { headers: { 'content-type': contentType } });
	expect(answer).toMatchObject({
		status: 400,
		body: { status: 'rejected', reason, message: expect.stringMatching(/\w+ \w+/) },
	});
	expect(result).toEqual({ noWebhookResponse: true });
});

test('rejects multipart, whose bytes n8n has taken apart', async () => {
	const headers = { 'content-type': 'multipart/form-data; boundary=x' };
	const { result, answer } = await receive(writeEvent({ id: nextId() }), {
		headers,
		readLater: true,
	});
	expect(answer?.status).toBe(400);
	expect(result).toEqual({ noWebhookResponse: true });
});

test.each([
	['application/json', false],
	['text/plain', false],
	['application/octet-stream', true],
	['', true],
])('accepts an envelope labelled "%s"', async (contentType, readLater) => {
	const headers = { 'content-type': contentType };
	const id = nextId();
	const { result, items, answer } = await receive(writeEvent({ id, status: 'Completed' }), {
		headers,
		readLater,
	});
	expect(answer).toBeUndefined();
	expect(items).toMatchObject([{ id, status: 'Completed' }]);
	expect(result.webhookResponse).toEqual({ status: 'accepted', id });
	expect(result.noWebhookResponse).toBeUndefined();
});

test.each([
	['ConversationComplete', 'conversation', null],
	['ConversationComplete', 'raw', 'secret-of-the-session'],
	['SessionStarted', 'conversation', null],
	['SessionStarted', 'raw', 'secret-of-the-session'],
])('of %s, the output %s has %s as session token', async (event, output, expected) => {
	const data = { id: nextId(), session_token: 'secret-of-the-session' };
	const parameters = { ...otherEvents(event), output };
	const { items } = await receive(writeEvent(data, event), {}, parameters);
	const [item] = items;
	expect(Object(item?.data ?? item).session_token).toBe(expected);
	expect(JSON.stringify(items).includes('secret-of-the-session')).toBe(expected !== null);
});

test.each(['SessionStarted', 'ConversationComplete'])(
	'of other events, %s starts the workflow if it is named, and no other event does',
	async (event) => {
		const parameters = { output: 'flat', ...otherEvents('SessionStarted, ConversationComplete') };
		const id = nextId();
		const { items } = await receive(writeEvent({ id }, event), {}, parameters);
		const expected = event === 'ConversationComplete' ? { id } : { event, data: { id } };
		expect(items).toMatchObject([expected]);
		const ended = writeEvent({ id }, 'SessionEnded');
		expect((await receive(ended, {}, parameters)).answer).toMatchObject({
			body: { status: 'ignored', reason: 'event-not-wanted' },
		});
	},
);

test('a conversation that gives no item starts nothing, and is let in once it gives one', async () => {
	const id = nextId();
	const turns = { output: 'turns' };
	const { result, answer } = await receive(writeEvent({ id, history: [] }), {}, turns);
	expect(answer).toMatchObject({
		status: 200,
		body: { status: 'ignored', reason: 'nothing-to-emit' },
	});
	expect(result).toEqual({ noWebhookResponse: true });
	const history = [{ role: 'User', content: 'Hello' }];
	const later = await receive(writeEvent({ id, history }), {}, turns);
	expect(later.items).toMatchObject([{ conversation_id: id, content: 'Hello' }]);
});

/** A record that every filter below lets through. */
const wantedRecord = {
	agent_id: 'agent-1',
	agent_title: 'Appointments',
	campaign_id: 'campaign-1',
	campaign_name: 'Spring Reminder',
	status: 'Completed',
	language_locale_code: 'en-US',
	telecom_provider: 'Telco',
	from_number: '+49301234567',
	to_number: '+43123456789',
	duration_seconds: 60,
	test_run_id: 'run-1',
	error_message: 'the line broke',
	audio_url: 'https://files.example.com/a.wav',
	history: [
		{ role: 'User', kind: 'Message', content: 'Please CANCEL my contract' },
		{ role: 'Assistant', tool_name: 'book_appointment', tool_call_id: '1', tool_output: 'ok' },
	],
};

async function filter(
	record: object,
	filters: INodeParameters,
	{
		event = 'ConversationComplete',
		parameters = {},
	}: { event?: string; parameters?: INodeParameters } = {},
) {
	const host = createHost({
		type: 'voiceAgentTrigger',
		parameters: { filters, ...parameters },
	});
	const { isAccepted, answer } = await deliver(
		host,
		writeEvent({ id: nextId(), ...record }, event),
	);
	return { accepted: isAccepted, answer };
}

const cases: [INodeParameters, object, string][] = [
	[{ agents: 'support, APPOINTMENTS' }, { agent_title: 'Sales' }, 'agent-not-wanted'],
	[{ agents: ['agent-1'] }, { agent_id: 'agent-2' }, 'agent-not-wanted'],
	[{ campaigns: 'spring reminder' }, { campaign_name: 'Autumn' }, 'campaign-not-wanted'],
	[{ statuses: 'completed' }, { status: 'Pending' }, 'status-not-wanted'],
	[{ languages: 'de, en' }, { language_locale_code: 'fr-FR' }, 'language-not-wanted'],
	[{ fromNumbers: '+49 30' }, { from_number: '+4340' }, 'from-number-not-wanted'],
	[{ toNumbers: '+43' }, { to_number: '+49' }, 'to-number-not-wanted'],
	[{ minimumDuration: 60 }, { duration_seconds: 59.9 }, 'too-short'],
	[{ agentTests: 'only' }, { test_run_id: null }, 'no-agent-test'],
	[{ outcomes: { outcome: { names: ['failed'] } } }, { error_message: null }, 'outcome-not-wanted'],
	[
		{ outcomes: { outcome: { names: ['no_answer'], own: 'x, failed' } } },
		{ error_message: null },
		'outcome-not-wanted',
	],
	[{ toolsUsed: 'book_appointment' }, { history: [] }, 'tool-not-used'],
	[{ withRecording: true }, { audio_url: null }, 'no-recording'],
];

test.each(cases)(
	'the filter %j holds %j back and nothing else',
	async (filters, change, reason) => {
		expect(await filter(wantedRecord, filters)).toMatchObject({ accepted: true });
		expect(await filter({ ...wantedRecord, ...change }, filters)).toEqual({
			accepted: false,
			answer: expect.objectContaining({ status: 200, body: { status: 'ignored', reason } }),
		});
	},
);

test('filters hold a conversation back and ask nothing of another event', async () => {
	const parameters = otherEvents('SessionStarted, ConversationComplete');
	const filters: INodeParameters = { fromNumbers: '+43' };
	expect(await filter(wantedRecord, filters, { parameters })).toMatchObject({
		answer: { body: { status: 'ignored', reason: 'from-number-not-wanted' } },
	});
	expect(
		await filter(wantedRecord, filters, { event: 'SessionStarted', parameters }),
	).toMatchObject({ accepted: true });
});

test('filters are asked about the event in any spelling that starts the workflow', async () => {
	const event = ' conversationcomplete ';
	expect(await filter(wantedRecord, { fromNumbers: '+43' }, { event })).toMatchObject({
		answer: { body: { status: 'ignored', reason: 'from-number-not-wanted' } },
	});
});

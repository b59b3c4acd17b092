import type { INodeParameters } from 'n8n-workflow';
import { deliver, nextId, writeEvent } from '../host/deliver.mts';
import { createHost, otherEvents } from '../host/host.mts';

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

async function receive(
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
	[{ fromNumbers: 49 }, { from_number: '+4340' }, 'from-number-not-wanted'],
	[{ fromNumbers: [49] }, { from_number: '+4340' }, 'from-number-not-wanted'],
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
		expect(await receive(wantedRecord, filters)).toMatchObject({ accepted: true });
		expect(await receive({ ...wantedRecord, ...change }, filters)).toEqual({
			accepted: false,
			answer: expect.objectContaining({ status: 200, body: { status: 'ignored', reason } }),
		});
	},
);

test.each([['SessionStarted'], [['SessionStarted', 'ConversationUpdated']]])(
	'the event names %j let those through and hold ConversationComplete back',
	async (eventNames: string | string[]) => {
		const parameters = otherEvents(eventNames);
		expect(await receive(wantedRecord, {}, { event: 'SessionStarted', parameters })).toMatchObject({
			accepted: true,
		});
		expect(await receive(wantedRecord, {}, { parameters })).toMatchObject({
			answer: { body: { status: 'ignored', reason: 'event-not-wanted' } },
		});
	},
);

test('filters hold a conversation back and ask nothing of another event', async () => {
	const parameters = otherEvents('SessionStarted, ConversationComplete');
	const filters: INodeParameters = { fromNumbers: '+43' };
	expect(await receive(wantedRecord, filters, { parameters })).toMatchObject({
		answer: { body: { status: 'ignored', reason: 'from-number-not-wanted' } },
	});
	expect(
		await receive(wantedRecord, filters, { event: 'SessionStarted', parameters }),
	).toMatchObject({ accepted: true });
});

test('filters are asked about the event in any spelling that starts the workflow', async () => {
	const event = ' conversationcomplete ';
	expect(await receive(wantedRecord, { fromNumbers: '+43' }, { event })).toMatchObject({
		answer: { body: { status: 'ignored', reason: 'from-number-not-wanted' } },
	});
});

test('without agent tests holds a test back and lets a record through that names none', async () => {
	const filters: INodeParameters = { agentTests: 'without' };
	expect(await receive(wantedRecord, filters)).toMatchObject({
		answer: { body: { status: 'ignored', reason: 'agent-test' } },
	});
	expect(await receive({}, filters)).toMatchObject({ accepted: true });
});

test('a record that lacks the field is discarded', async () => {
	expect(await receive({}, { agents: 'Appointments' })).toMatchObject({
		answer: { body: { reason: 'agent-not-wanted' } },
	});
});

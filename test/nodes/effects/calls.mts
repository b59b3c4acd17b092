import type { IDataObject } from 'n8n-workflow';

const history = [
	{ role: 'System', content: 'You are the agent of a dental practice.' },
	{ role: 'Assistant', content: 'Good morning, this is the practice. How can I help you?' },
	{
		role: 'User',
		content: 'Would Monday at ten still be free for me?',
		created_at: '2026-11-03T09:00:05Z',
	},
	{
		role: 'Assistant',
		tool_name: 'book_appointment',
		tool_call_id: 't-1',
		tool_arguments_json: '{"day":"Monday"}',
	},
	{ role: 'Tool', tool_call_id: 't-1', tool_output: '{"booked":true}' },
	{ role: 'Host', content: 'Monday at ten it is, see you then.' },
	{ role: 'Guest', content: 'Thank you very much, good bye.' },
];

const talk = history.slice(2, 3);

/** A call with something for each option to work on. */
export const CALL: IDataObject = {
	id: 'call-1',
	agent_id: 'agent-1',
	agent_title: 'Reception',
	agent_joined_at: '2026-11-03T09:00:01Z',
	status: 'Completed',
	from_number: '030 12345678',
	to_number: '+49 30 9876543',
	called_by_name: 'Ada Lovelace',
	campaign_id: 'campaign-1',
	campaign_name: 'Spring',
	language_locale_code: 'de-AT',
	started_at: '2026-11-03T09:00:00Z',
	ended_at: '2026-11-03T09:02:00Z',
	duration_seconds: 120,
	url_parameters: { utm_source: 'letter' },
	has_audio: true,
	audio_url: 'https://files.example.com/1.wav',
	history,
};

/** What the service may send on one day: one call for each filter. */
export const CALLS: IDataObject[] = [
	CALL,
	{
		id: 'call-2',
		duration_seconds: 3,
		history: [],
		from_number: '030 12345678',
		to_number: '+1 415',
	},
	{ id: 'call-3', status: 'Failed', error_message: 'trunk busy', room_metadata: { failed: true } },
	{
		id: 'call-4',
		room_metadata: { operator_invite: { invite_call_id: 'i-1', reason: 'asked' } },
		history: talk,
	},
	{ id: 'call-8', from_number: '020 7946 0018', history: [{ role: 'Partner', content: 'Hello?' }] },
	{ id: 'call-9', history: [{ role: '7', content: 'Hello?' }] },
	{ id: 'call-5', url_parameters: { utm_source: 'mail' }, language_locale_code: 'en-US' },
	{ id: 'call-6', test_run_id: 'r-1', test_eval_result: { success: true }, history: talk },
	{ id: 'call-7', test_run_id: 'r-2', test_eval_result: { success: false }, history: talk },
];

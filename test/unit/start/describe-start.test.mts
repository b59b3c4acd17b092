import { describeConversation } from '../../../host/demo/describe-conversation.mts';
import { describePlaces } from '../../../host/demo/describe-places.mts';

const call = {
	id: '0b6f6c1e-5a0e-4c43-9d0f-4f1d8f1f4c11',
	agent_title: 'Appointments',
	status: 'Completed',
	outcome: 'completed',
	customer_number: '+15550100',
	from_number: '+15550100',
	to_number: '+15550199',
	started_at: '2026-11-03T09:15:00Z',
	duration_seconds: 21.5,
	transcript: 'Assistant: Good morning.\nUser: Tuesday, please.',
	audio_url: 'http://127.0.0.1:4010/recordings/1',
};
const read = (changes: Record<string, unknown>): string =>
	describeConversation({ ...call, ...changes }, 'UTC');

describe('the conversation, as the terminal shows it', () => {
	test('begins with who called whom and when, then what was said', () => {
		expect(read({}).split('\n')).toEqual([
			'+15550100 called Appointments on 3 November 2026 at 09:15 UTC.',
			'Outcome completed, status Completed, 21.5 seconds, with a recording.',
			'',
			'  Assistant: Good morning.',
			'  User: Tuesday, please.',
		]);
	});

	test.each<[string, Record<string, unknown>, string]>([
		['outbound', { customer_number: '+15550199' }, 'Appointments called +15550199 on'],
		['of a hidden number', { customer_number: null }, 'Somebody called Appointments on'],
		['of an unknown agent', { agent_title: null }, '+15550100 called a voice agent on'],
		['without a time', { started_at: null }, '+15550100 called Appointments.'],
		['with a time that is none', { started_at: 'soon' }, '+15550100 called Appointments.'],
	])('a call %s', (_name, changes, expected) => {
		expect(read(changes).startsWith(expected)).toBe(true);
	});

	test('what is missing is left out', () => {
		const text = read({ status: null, duration_seconds: null, outcome: null, audio_url: null });
		expect(text).toContain('\nOutcome not known, no recording.\n');
		expect(text).not.toContain('null');
	});

	test('a long transcript is cut, and it is said how much of it', () => {
		const transcript = Array.from({ length: 14 }, (_, index) => `User: ${index}`).join('\n');
		expect(read({ transcript }).split('\n').slice(3)).toEqual([
			...Array.from({ length: 12 }, (_, index) => `  User: ${index}`),
			'  … (2 more lines)',
		]);
		const long = read({ transcript: 'x'.repeat(300) }).split('\n');
		expect(long.at(-1)).toHaveLength(162);
	});

	test('a call in which nothing was said', () => {
		expect(read({ transcript: '' })).toContain('(nothing was said)');
	});

	test('an item of another output leads to the execution', () => {
		expect(describeConversation({ id: 1 })).toContain('look at the execution in n8n');
	});
});

describe('where to look next', () => {
	const places = {
		executionUrl: 'http://localhost:5678/workflow/w/executions/1',
		owner: { email: 'owner@example.com', password: 'Sandbox-1' },
		sandboxUrl: 'http://127.0.0.1:4010',
		identityServerUrl: 'http://127.0.0.1:4011/realms/voice-agent',
		clientId: 'sandbox-public',
		user: { username: 'demo', password: 'demo-password' },
		dataFolder: '/clone/.sandbox',
		logFile: '/clone/.sandbox/n8n/n8n.log',
	};

	test('names pages and how to log in first', () => {
		expect(describePlaces(places, { verbose: false }).split('\n').slice(1, 4)).toEqual([
			'  see it in n8n   http://localhost:5678/workflow/w/executions/1',
			'                  log in as owner@example.com with Sandbox-1',
			"  finish another  http://127.0.0.1:4010 (the sandbox's page)",
		]);
	});

	test('addresses that are no pages are shown by --verbose alone', () => {
		expect(describePlaces(places, { verbose: false })).not.toContain(places.identityServerUrl);
		expect(describePlaces(places, { verbose: true })).toContain(
			`  Identity Server URL  ${places.identityServerUrl}`,
		);
	});
});

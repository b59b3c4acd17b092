import { describeConversation, describePlaces } from '../../../host/demo/describe-start.mts';

const call = {
	agent_title: 'Appointments',
	outcome: 'completed',
	customer_number: '+15550100',
	started_at: '2026-11-03T09:15:00Z',
	duration_seconds: 21.5,
	transcript: 'Assistant: Good morning.\nUser: Tuesday, please.',
};

test('the conversation begins with who called whom and when, then what was said', () => {
	expect(describeConversation(call).split('\n')).toEqual([
		expect.stringMatching(/^\+15550100 called Appointments on \d+ November 2026 at \d\d:\d\d\.$/),
		'Outcome completed, 21.5 seconds.',
		'',
		'  Assistant: Good morning.',
		'  User: Tuesday, please.',
	]);
});

test('an item of another output leads to the execution', () => {
	expect(describeConversation({ id: 1 })).toContain('look at the execution in n8n');
});

test('where to look next names pages and how to log in first', () => {
	const places = {
		owner: { email: 'owner@example.com', password: 'Sandbox-1' },
		sandboxUrl: 'http://127.0.0.1:4010',
		dataFolder: '/clone/.sandbox',
		logFile: '/clone/.sandbox/n8n/n8n.log',
	};
	const url = 'http://localhost:5678/workflow/w/executions/1';
	expect(describePlaces(url, places, 'Next:').split('\n').slice(0, 4)).toEqual([
		'Next:',
		'  see it in n8n   http://localhost:5678/workflow/w/executions/1',
		'                  log in as owner@example.com with Sandbox-1',
		"  finish another  http://127.0.0.1:4010 (the sandbox's page)",
	]);
});

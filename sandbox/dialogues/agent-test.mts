import { booking } from './booking.mts';
import type { Dialogue } from './dialogue.mts';

/** The caller is a synthesized voice, and the agent forgets what its instructions ask for. */
export const agentTest: Dialogue = {
	title: 'Agent test: it does not pass',
	agent: booking.agent,
	startedBy: 'Grace Lindqvist',
	line: null,
	locale: 'en-US',
	outcome: 'completed',
	testEvaluation: {
		success: false,
		reasons: [
			'The appointment was canceled as asked.',
			'The agent did not offer to move it to another day.',
		],
		completion_reason: 'StepsExhausted',
	},
	hasRecording: true,
	steps: [
		{ agent: 'Hello, this is Lakeside Dental. How can I help you?' },
		{ person: 'This is Hiro Tanaka. I cannot come to my check-up on Monday.' },
		{
			tool: 'cancel_appointment',
			toolArguments: { reference: 'AP-20655' },
			output: '{"canceled":true}',
		},
		{ agent: 'Your check-up on Monday is canceled.' },
		{ person: 'All right. Is there anything that I have to do now?' },
		{ agent: 'No, there is nothing to do. Goodbye, Mr. Tanaka.' },
	],
};

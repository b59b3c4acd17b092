import { clinicReminder } from './clinic-reminder.mts';
import type { Dialogue } from './dialogue.mts';

export const voicemail: Dialogue = {
	...clinicReminder,
	title: 'Voicemail: a message is left',
	line: { provider: 'Twilio', from: '+14155550110', to: '+14155550135' },
	outcome: 'completed',
	urlParameters: { customer_id: 'C-3251' },
	hasRecording: true,
	steps: [
		{
			agent: 'Hello, this is the assistant of Lakeside Dental. Am I speaking to',
			isInterrupted: true,
		},
		{
			person:
				'You have reached the voicemail of Elif Aydin. Please leave a message after the tone.',
		},
		{
			agent:
				'Hello, Ms. Aydin. Lakeside Dental would like to book your yearly check-up. Please call us back when it suits you. Goodbye.',
		},
		{
			tool: 'note_result',
			toolArguments: { result: 'voicemail', message_left: true },
			output: '{"noted":true}',
		},
	],
};

import { clinicReminder } from './campaign-call.mts';
import type { Dialogue } from './dialogue.mts';

export const voicemail: Dialogue = {
	...clinicReminder,
	title: 'Voicemail: its greeting is heard, and a message is left',
	line: { provider: 'Twilio', from: '+14155550110', to: '+14155550135' },
	outcome: 'completed',
	urlParameters: { customer_id: 'C-3251' },
	hasRecording: true,
	steps: [
		// The service hears no difference between a recorded greeting and somebody who speaks.
		{
			person:
				'Hi, this is the voicemail of Elif Aydin. I cannot take your call right now. Please leave a message after the tone.',
		},
		{
			agent:
				'Hello, Ms. Aydin. This is the assistant of Lakeside Dental. We would like to book your yearly check-up. Please call us back when it suits you. Goodbye.',
		},
		{
			tool: 'note_result',
			toolArguments: { result: 'voicemail', message_left: true },
			output: '{"noted":true}',
		},
	],
};

import type { Dialogue } from './dialogue.mts';

export const booking: Dialogue = {
	title: 'Booking: a check-up is moved',
	agent: {
		title: 'Clinic Reception',
		instructions:
			'You are the friendly receptionist of Lakeside Dental. Find out what the caller needs, then book, move or cancel an appointment.',
		tools: ['find_free_slots', 'move_appointment', 'cancel_appointment'],
	},
	line: { provider: 'Twilio', from: '+14155550142', to: '+14155550110' },
	locale: 'en-US',
	outcome: 'completed',
	urlParameters: { source: 'website', customer_id: 'C-2041' },
	hasRecording: true,
	steps: [
		{ agent: 'Hello, this is Lakeside Dental. How can I help you?' },
		{
			person:
				'Hi, this is Amina Haddad. I have a check-up tomorrow, and I need to move it to next week.',
		},
		{ agent: 'No problem, Ms. Haddad. Which day suits you?' },
		{ person: 'Thursday morning would be good, but not before nine.' },
		{
			tool: 'find_free_slots',
			toolArguments: { practitioner: 'Weiss', day: 'Thursday next week', from: '09:00' },
			output: '{"slots":["09:10","10:30"]}',
		},
		{
			agent: 'On Thursday next week Dr. Weiss has ten past nine, or half',
			isInterrupted: true,
		},
		{ person: 'Ten past nine is perfect.' },
		{
			tool: 'move_appointment',
			toolArguments: { reference: 'AP-20418', day: 'Thursday next week', time: '09:10' },
			output: '{"moved":true,"reference":"AP-20418"}',
		},
		{
			agent:
				'Done. Your check-up is on Thursday next week at ten past nine. You will get a text message with the details.',
		},
		{ person: 'Do I have to bring my insurance card?' },
		{ agent: 'Yes, please bring it with you. Is there anything else that I can do for you?' },
		{ person: 'No, that is all. Thank you, goodbye.' },
		{ agent: 'You are welcome, Ms. Haddad. Goodbye.' },
	],
};

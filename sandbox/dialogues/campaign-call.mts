import type { Dialogue } from './dialogue.mts';

/** The agent of the campaign, of whose calls one is answered and one is not. */
export const clinicReminder = {
	agent: {
		title: 'Check-Up Reminders',
		instructions:
			'You call patients of Lakeside Dental whose last check-up was a year ago. Offer an appointment and book it. Take a no for an answer. Leave a short message on a voicemail.',
		tools: ['find_free_slots', 'book_appointment', 'note_result'],
	},
	startedBy: 'Lakeside Dental',
	locale: 'en-US',
	campaignName: 'Autumn check-up reminders',
};

export const campaignCall: Dialogue = {
	...clinicReminder,
	title: 'Campaign call: a check-up is booked',
	line: { provider: 'Twilio', from: '+14155550110', to: '+14155550187' },
	outcome: 'completed',
	urlParameters: { customer_id: 'C-3248' },
	hasRecording: true,
	steps: [
		{
			agent: 'Hello, this is the assistant of Lakeside Dental. Am I speaking to Bruno Keller?',
		},
		{ person: 'Yes, speaking.' },
		{ agent: 'Your last check-up was a year ago, Mr. Keller. Shall I book one for you?' },
		{ person: 'Oh, right. Is there anything on a Friday afternoon?' },
		{
			tool: 'find_free_slots',
			toolArguments: { day: 'Friday next week', from: '12:00' },
			output: '{"slots":["14:00","15:30"]}',
		},
		{ agent: 'On Friday next week there is two o’clock, or half past', isInterrupted: true },
		{ person: 'Two o’clock is fine.' },
		{
			tool: 'book_appointment',
			toolArguments: { day: 'Friday next week', time: '14:00', reason: 'check-up' },
			output: '{"booked":true,"reference":"AP-20733"}',
		},
		{
			agent:
				'It is booked: Friday next week at two o’clock. You will get a text message with the details.',
		},
		{ person: 'Thank you. Goodbye.' },
		{ agent: 'Goodbye, Mr. Keller.' },
	],
};

import type { Dialogue } from './dialogue.mts';

export const parcel: Dialogue = {
	title: 'Parcel: a new delivery day',
	agent: {
		title: 'Parcel Assistant',
		instructions:
			'You help people who wait for a parcel. Ask for the last digits of the tracking number, look the parcel up, and offer another delivery day.',
		tools: ['look_up_parcel', 'change_delivery_day'],
	},
	line: { provider: 'Telnyx', from: '+17735550163', to: '+17735550120' },
	locale: 'en-US',
	outcome: 'completed',
	hasRecording: true,
	steps: [
		{ agent: 'Hello, this is parcel support. What can I do for you?' },
		{ person: 'My parcel should have been here yesterday, and nobody rang the bell.' },
		{
			agent: 'I am sorry about that. What are the last four digits of the tracking number?',
		},
		{ person: 'Seven, zero, three, eight.' },
		{
			tool: 'look_up_parcel',
			toolArguments: { tracking_suffix: '7038' },
			output: '{"state":"at_depot","attempts":1,"note":"nobody at home"}',
		},
		{
			agent:
				'Thank you. The driver found nobody at home yesterday, so the parcel is back at the depot. Shall we bring it again, or would you',
			isInterrupted: true,
		},
		{
			person:
				'Bring it again, please, on Saturday. I was at home all day, but the bell does not work.',
		},
		{
			tool: 'change_delivery_day',
			toolArguments: { day: 'Saturday', window: 'morning', note: 'The bell is broken: knock' },
			output: 'No driver is free in this window.',
			isError: true,
		},
		{
			tool: 'change_delivery_day',
			toolArguments: { day: 'Saturday', window: 'afternoon', note: 'The bell is broken: knock' },
			output: '{"changed":true,"from":"14:00","to":"17:00"}',
		},
		{
			agent: 'It comes on Saturday, between two and five. The driver has a note to knock.',
		},
		{ person: 'Great, I will be there. Thank you.' },
		{ agent: 'You are welcome. Goodbye.' },
	],
};

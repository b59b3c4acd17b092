import type { Dialogue } from './dialogue.mts';

export const complaint: Dialogue = {
	title: 'Complaint: handed over, then to a person',
	agent: {
		title: 'Order Support',
		instructions:
			'You answer questions about orders of Fernhill Furniture. Hand complaints over to the complaints desk.',
		tools: ['find_order', 'hand_over'],
	},
	line: { provider: 'Vonage', from: '+13035550178', to: '+13035550101' },
	locale: 'en-GB',
	outcome: 'completed',
	operatorInviteReason: 'The caller asks for a person.',
	hasRecording: true,
	steps: [
		{ agent: 'Hello, this is Fernhill Furniture. How can I help you?' },
		{
			person:
				'The table that you delivered last week has a broken leg, and nobody answers my e-mails.',
		},
		{ agent: 'I am sorry, that should not happen. What is your order number, please?' },
		{ person: 'Five, five, one, nine, two.' },
		{
			tool: 'find_order',
			toolArguments: { order: '55192' },
			output: '{"item":"Oak dining table","state":"delivered","unanswered_emails":2}',
		},
		{
			agent:
				'I have found it: an oak dining table, and two e-mails that wait for an answer. I am handing you over to our complaints desk.',
		},
		{
			handoffInstructions:
				'You settle complaints. Offer a new item or the money back. Call a colleague if the caller asks for a person. Do not ask again for what is known.',
			toolsAdded: ['send_replacement', 'pay_back', 'invite_colleague'],
		},
		{
			agent:
				'Hello, this is the complaints desk. I can send you a new table on Monday, or give you the money',
			isInterrupted: true,
		},
		{ person: 'I would rather talk to a person, please.' },
		{
			tool: 'invite_colleague',
			toolArguments: { team: 'complaints', reason: 'The caller asks for a person.' },
			output: '{"state":"dialing"}',
		},
		{ agent: 'Of course. I am calling a colleague. Please stay on the line.' },
		{ person: 'Thank you, I will wait.' },
	],
};

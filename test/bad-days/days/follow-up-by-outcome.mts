import { callTool } from '../../examples/create-call.mts';
import { ownNumber, setUps } from '../../examples/set-ups.mts';
import { refusedNumbers, twilioOwns } from '../../examples/targets/vendors/twilio.mts';
import { createInbound, readTableRows, readTold, type Day } from '../day.mts';
import type { Account } from '../start-accounts.mts';

const customer = '+12025550146';
const { parameters, assignments } = setUps['follow-up-by-outcome'];
const rule = {
	...{ when: 'toolAnswered', value: 'book_appointment', field: 'booked', is: 'true' },
	outcome: 'booked',
};
/** The example with one row, which waits for nothing but its delay. */
const withRow = (...row: string[]) => ({
	example: 'follow-up-by-outcome',
	setUp: {
		parameters: {
			'Voice Agent Trigger': {
				...parameters['Voice Agent Trigger'],
				outcomeRules: { rule: [rule] },
			},
		},
		assignments: {
			'Your Settings': {
				...assignments['Your Settings'],
				rows: `=${row.join(' | ')} | America/New_York | 00:00-24:00`,
				whatsapp_from: twilioOwns.number,
			},
		},
	},
});
const withText = (outcome: string, consent: string) =>
	withRow(outcome, 'text', '{company}: Reply STOP to get no more texts.', '0 minutes', consent);
const miss = (account: Account, from_number = customer) =>
	createInbound(account, { from_number, to_number: ownNumber }, { outcome: 'no_answer' });
const sent = ({ vendors: { twilio } }: Account) => [...twilio.texts, ...twilio.templates];

const findUntruth = (account: Account) => {
	const saysNone = readTold(account).some((told) => told.includes('got no message'));
	return saysNone && sent(account).length > 0 ? 'no message, but one' : undefined;
};

export const days: Day[] = [
	{
		...{ ...withText('booked', 'book_appointment'), title: 'a booking', findUntruth },
		call: (account) =>
			createInbound(account, {
				...{ from_number: customer, to_number: ownNumber },
				history: callTool('book_appointment', { tool_output: '{"booked":true}' }),
			}),
		effects: (account) => ({ text: { seen: sent(account) } }),
	},
	{
		...withRow('no_answer', 'WhatsApp', twilioOwns.template, '1 hour', 'called us'),
		...{ title: 'a missed call', findUntruth, call: (account) => miss(account) },
		// Another one of the same number.
		second: (account) => miss(account),
		effects: (account) => ({ message: { seen: sent(account) } }),
	},
	{
		...{ ...withText('no_answer', 'called us'), title: 'STOP', findUntruth },
		call: (account) => miss(account, refusedNumbers[21610]),
		effects: async (account) => ({
			text: { seen: sent(account), expected: 0 },
			row: { seen: await readTableRows(account, 'voice_agent_do_not_contact') },
			mail: { seen: account.mails.filter(({ text }) => text?.includes('answered STOP')) },
		}),
	},
];

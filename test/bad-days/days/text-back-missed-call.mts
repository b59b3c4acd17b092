import { setUps } from '../../examples/set-ups.mts';
import { createInbound, type Day } from '../day.mts';

export const days: Day[] = [
	{
		example: 'text-back-missed-call',
		title: 'a missed call',
		setUp: setUps['text-back-missed-call'],
		call: (account) =>
			createInbound(account, { from_number: '+12025550146' }, { outcome: 'no_answer' }),
		effects: ({ vendors }) => ({ text: { seen: vendors.twilio.texts } }),
	},
];

import { callTool } from '../../examples/create-call.mts';
import { ownNumber, setUps } from '../../examples/set-ups.mts';
import { createInbound, readTold, type Day, type Run } from '../day.mts';
import type { Account } from '../start-accounts.mts';

const customer = '+12025550147';
const day = `${new Date().getUTCFullYear() + 1}-12-03`;
const slot = { date: day, time: '15:00', name: 'Amina Haddad' };
const example = { example: 'book-appointments', setUp: setUps['book-appointments'] };
const book = (account: Account, slots: object[]) =>
	createInbound(account, {
		...{ from_number: customer, to_number: ownNumber },
		history: slots.flatMap((given, index) =>
			callTool('book_appointment', {
				...{ index, tool_arguments_json: JSON.stringify(given) },
				tool_output: '{"booked":true}',
			}),
		),
	});
const events = ({ vendors }: Account) => vendors.calendar.events;
const texts = ({ vendors }: Account) => vendors.twilio.texts;

/** A mail that contradicts the calendar, or a text to a customer without an event. */
const findUntruth = (account: Account) => {
	const told = readTold(account);
	const has = (words: string) => told.some((text) => text.includes(words));
	const isThere = events(account).some(({ summary }) => summary?.includes(slot.name));
	if (has('did not take the event') && isThere) return 'no event, but it is there';
	if (has('Nothing was booked') && isThere) return 'nothing booked, but it is there';
	if (has('is not free') && isThere) return 'not free, because of itself';
	if (has('did not take the text') && texts(account).length > 0) return 'no text, but it was sent';
	if (has('The customer got no text') && texts(account).length > 0) return 'no text, but one';
	if (texts(account).length > events(account).length) return 'confirmed without an event';
	return undefined;
};

/** Books for tomorrow by a call of two days ago. */
const bookTomorrow = async (account: Account, run: Run) => {
	const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
	await run(book(account, [{ ...slot, date: tomorrow, time: '11:00' }]));
	const created = new Date(Date.now() - 2 * 86_400_000).toISOString();
	for (const event of events(account)) Object.assign(event, { created });
	texts(account).length = 0;
};

export const days: Day[] = [
	{
		...example,
		title: 'a booking',
		call: (account) => book(account, [slot]),
		effects: (account) => ({ event: { seen: events(account) }, text: { seen: texts(account) } }),
		findUntruth,
	},
	{
		...example,
		title: 'a booking beside an earlier one',
		// An earlier call of the same number booked the other event.
		prepare: async (account, run) => {
			await run(book(account, [{ ...slot, name: 'Earlier', time: '09:00' }]));
			texts(account).length = 0;
		},
		call: (account) => book(account, [slot]),
		effects: (account) => ({
			event: { seen: events(account), expected: 2 },
			text: { seen: texts(account) },
			mail: { seen: account.mails.filter(({ text }) => text?.includes('an earlier appointment')) },
		}),
		findUntruth,
	},
	{
		...example,
		title: 'a date that nobody can read',
		call: (account) => book(account, [{ ...slot, date: 'next Friday' }]),
		effects: ({ mails }) => ({ mail: { seen: mails } }),
		findUntruth,
	},
	{
		...example,
		title: 'a reminder',
		schedule: 'Every Hour',
		prepare: bookTomorrow,
		effects: (account) => ({ event: { seen: events(account) }, text: { seen: texts(account) } }),
		findUntruth,
	},
];

import { callTool, say } from '../../examples/create-call.mts';
import { setUps } from '../../examples/set-ups.mts';
import { createInbound, readTold, type Day } from '../day.mts';
import type { Account } from '../start-accounts.mts';

const customer = '+12025550171';
const example = { example: 'ticket-from-call', setUp: setUps['ticket-from-call'] };
const know =
	(...ids: number[]) =>
	({ vendors: { zendesk } }: Account) =>
		void zendesk.users.push(...ids.map((id) => ({ id, name: 'Haddad', phone: customer })));

const call = (account: Account) =>
	createInbound(account, {
		from_number: customer,
		history: [say('It is cold.'), ...callTool('open_ticket', { tool_output: '{"accepted":true}' })],
	});
/** A call in a state in which more was said. */
const sayMore = (record: Record<string, unknown> = {}) => ({
	...record,
	history: [...Object(record.history), say('It is urgent.')],
});

const comments = ({ vendors: { zendesk } }: Account) =>
	zendesk.tickets.flatMap((ticket) => ticket.comments);
const ids = ({ vendors: { zendesk } }: Account) => zendesk.tickets.map(({ id }) => id);
/** The tickets, and each note once; a note without its report says so. */
const effects = (account: Account) => {
	const written = comments(account);
	const notes = new Set(written.map(({ html_body }) => html_body)).size;
	const isWhole = ({ html_body, uploads = [] }: (typeof written)[number]) =>
		uploads.length === 1 || html_body.includes('did not take the report');
	return {
		ticket: { seen: ids(account) },
		note: { seen: written, expected: Math.max(notes, 1) },
		report: { seen: written.filter(isWhole), expected: Math.max(notes, 1) },
	};
};
const findUntruth = (account: Account) =>
	readTold(account).some((text) => text.includes('open the ticket yourself')) &&
	ids(account).length > 0
		? 'no ticket, but it is there'
		: undefined;

/** The state of a call that comes first, by the account. */
const first = new Map<string, Record<string, unknown>>();

export const days: Day[] = [
	{
		...{ ...example, title: 'a call', prepare: know(11), effects, findUntruth },
		call: (account) => {
			const record = call(account);
			first.set(account.name, record);
			return record;
		},
		second: ({ name }) => sayMore(first.get(name)),
	},
	{
		...{ ...example, title: 'a later state', findUntruth },
		prepare: async (account, run) => {
			know(11)(account);
			const record = call(account);
			first.set(account.name, record);
			await run(record);
		},
		call: ({ name }) => sayMore(first.get(name)),
		effects: (account) => ({
			ticket: { seen: ids(account) },
			comment: { seen: comments(account).slice(1) },
		}),
	},
	{
		...{ ...example, title: 'several users with the number', prepare: know(11, 12), findUntruth },
		call,
		effects: ({ mails }) => ({ mail: { seen: mails } }),
	},
];

import { callTool } from '../../examples/create-call.mts';
import { setUps } from '../../examples/set-ups.mts';
import { createInbound, readTableRows, readTold, type Day } from '../day.mts';
import type { Account } from '../start-accounts.mts';

const customer = '+12025550171';
const example = { example: 'move-deals', setUp: setUps['move-deals'] };
const callWith = (tool: string) => (account: Account) =>
	createInbound(account, {
		from_number: customer,
		history: callTool(tool, { tool_output: '{"booked":true,"accepted":true}' }),
	});
const marked = ({ vendors: { hubspot } }: Account) =>
	hubspot.contacts.filter(({ properties }) => properties.do_not_call === 'true');

/** Adds the contact to HubSpot, and with `hasDeal` a deal in its first stage. */
const know = ({ vendors: { hubspot } }: Account, hasDeal: boolean) => {
	const properties = { phone: customer, firstname: 'Amina', lastname: 'Haddad' };
	hubspot.contacts.push({ id: '101', properties });
	if (!hasDeal) return;
	const types = [{ associationCategory: 'HUBSPOT_DEFINED' as const, associationTypeId: 3 }];
	hubspot.deals.push({
		id: '3001',
		properties: { dealname: 'Deal', dealstage: 'appointmentscheduled', pipeline: 'default' },
		associations: [{ to: { id: '101' }, types }],
	});
};
const findUntruth = (account: Account) => {
	const saysSo = (words: string) => readTold(account).some((text) => text.includes(words));
	if (saysSo('Marked in HubSpot: 101') && marked(account).length === 0) return 'it is not marked';
	return saysSo('Marked in HubSpot: none') && marked(account).length > 0
		? 'it is marked'
		: undefined;
};
/** Mails to the owner about a person who must not be called. */
const ownerMails = ({ mails }: Account) => mails.filter(({ subject }) => subject === 'Do not call');

export const days: Day[] = [
	{
		...{ ...example, title: 'a contact without a deal books', findUntruth },
		prepare: (account) => know(account, false),
		call: callWith('book_appointment'),
		second: callWith('book_appointment'),
		effects: ({ vendors: { hubspot } }) => ({ deal: { seen: hubspot.deals } }),
	},
	{
		...{ ...example, title: 'an offer is accepted', findUntruth },
		prepare: (account) => know(account, true),
		call: callWith('accept_offer'),
		effects: ({ vendors: { hubspot } }) => ({
			'deal moved': {
				seen: hubspot.deals.filter(({ properties }) => properties.dealstage === 'contractsent'),
			},
		}),
	},
	{
		...{ ...example, title: 'do not call', findUntruth },
		prepare: (account) => know(account, false),
		call: callWith('do_not_call_again'),
		effects: async (account) => ({
			mark: { seen: marked(account) },
			row: { seen: await readTableRows(account, 'voice_agent_do_not_contact') },
			'mail to the owner': { seen: ownerMails(account) },
		}),
	},
	{
		...{ ...example, title: 'nobody knows the number', findUntruth },
		call: callWith('book_appointment'),
		effects: ({ mails }) => ({ mail: { seen: mails } }),
	},
];

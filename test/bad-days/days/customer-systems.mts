import { setUps } from '../../examples/set-ups.mts';
import { createInbound, type Day } from '../day.mts';
import type { Account } from '../start-accounts.mts';

const customer = '+12025550189';
const call = (account: Account) =>
	createInbound(account, { from_number: customer }, { withRecording: true });
const headings = [
	...['conversation_id', 'updated_at', 'started_at', 'agent', 'status', 'customer_number'],
	...['duration_seconds', 'outcome', 'recording_url', 'recording_url_ends_at', 'transcript'],
];
const fields = { reason: 'Moves', wants_callback: true, next_step: 'Confirm', mood: 'content' };

/** The examples that write a call into a system where customers are. */
export const days: Day[] = [
	{
		...{ example: 'crm-hubspot', title: 'a call of somebody new', call },
		setUp: setUps['crm-hubspot'],
		effects: ({ vendors: { hubspot } }) => ({
			contact: { seen: hubspot.contacts },
			call: { seen: hubspot.calls },
			// To attach it again changes nothing.
			recording: { seen: [...new Set(hubspot.attachments.map((one) => JSON.stringify(one)))] },
		}),
	},
	{
		...{ example: 'crm-pipedrive', title: 'a call of somebody new', call },
		setUp: setUps['crm-pipedrive'],
		effects: ({ vendors: { pipedrive } }) => ({
			person: { seen: pipedrive.persons },
			call: { seen: pipedrive.activities },
			recording: { seen: pipedrive.files },
		}),
	},
	{
		...{ example: 'crm-salesforce', title: 'a call of a lead', call },
		setUp: setUps['crm-salesforce'],
		prepare: ({ vendors }) =>
			void vendors.salesforce.people.push({
				...{ Id: '00Q000000000004', type: 'Lead', MobilePhone: customer },
			}),
		effects: ({ vendors: { salesforce } }) => ({
			task: { seen: salesforce.tasks.filter(({ WhoId }) => WhoId === '00Q000000000004') },
		}),
	},
	{
		...{ example: 'crm-highlevel', title: 'a call of somebody new', call },
		setUp: setUps['crm-highlevel'],
		effects: ({ vendors: { highlevel } }) => ({
			contact: { seen: highlevel.contacts },
			note: { seen: highlevel.notes },
		}),
	},
	{
		...{ example: 'call-log-google-sheets', title: 'a call', call },
		setUp: setUps['call-log-google-sheets'],
		prepare: ({ vendors }) => void vendors.sheets.rows.push(headings),
		effects: ({ vendors: { sheets } }) => ({ row: { seen: sheets.rows.slice(1) } }),
	},
	{
		...{ example: 'fields-from-every-call', title: 'a call of somebody known', call },
		setUp: setUps['fields-from-every-call'],
		prepare: ({ vendors: { openai, pipedrive } }) => {
			openai.say(JSON.stringify(fields));
			const phones = [{ value: customer, primary: true, label: 'work' }];
			pipedrive.persons.push({ id: 7001, name: 'Ada', phones });
		},
		effects: ({ vendors: { pipedrive } }) => ({ note: { seen: pipedrive.notes } }),
	},
];

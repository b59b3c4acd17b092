import { readExampleFile } from '../../../support/n8n/read-example.mts';
import { host, useExample } from '../../use-example.mts';

export const customer = '+12025550171';
export const owner = '77';
const { nodes } = readExampleFile('move-deals');
/** What a user types over each REPLACE-ME of Your Settings. */
const typed: Record<string, string> = {
	do_not_call_tool: 'do_not_call_again',
	mail_from: 'agent@mail.example.com',
	mail_to: 'sales@mail.example.com',
};
export const settings = String(
	nodes.find(({ name }) => name === 'Your Settings')?.parameters.jsonOutput,
).replace(/"(\w+)": "REPLACE-ME: [^"]+"/g, (_, name: string) => `"${name}": "${typed[name]}"`);

// The example against a stand-in for HubSpot's CRM API, and a mail server.
export const example = useExample('move-deals', () => ({
	parameters: { 'Your Settings': { mode: 'raw', jsonOutput: settings } },
}));
export const crm = () => host.vendors.hubspot;
export const contact = {
	id: '101',
	properties: { phone: customer, firstname: 'Amina', lastname: 'Haddad', hubspot_owner_id: owner },
};
/** The only contacts of HubSpot. */
export const know = (...contacts: { id: string; properties: Record<string, string> }[]) =>
	void crm().contacts.splice(0, Infinity, ...structuredClone(contacts));
export const types = [{ associationCategory: 'HUBSPOT_DEFINED' as const, associationTypeId: 3 }];
/** Adds a deal of the contact as staff does. */
export const hold = (dealstage: string, pipeline = 'default') => {
	const { length } = crm().deals;
	const properties = { dealname: `Deal ${length}`, dealstage, pipeline };
	const associations = [{ to: { id: contact.id }, types }];
	crm().deals.push({ id: String(3001 + length), properties, associations });
	return properties;
};
export const stages = () => crm().deals.map(({ properties }) => properties.dealstage);
export const mails = () => host.mail.mails.map(({ text = '' }) => text);
export const reasons = () => mails().map((text) => text.split('\n')[0]);
export const marks = () => crm().contacts.map(({ properties }) => properties.do_not_call);
export const updates = () => crm().dealUpdates.map(({ id, dealstage }) => `${id} ${dealstage}`);

/** A call in which the agent called these tools; `!` is one that failed. */
export const createCall = (tools: string[], overrides: Record<string, unknown> = {}) =>
	host.sandbox.createRecord({
		withCampaign: false,
		overrides: {
			from_number: customer,
			history: [
				{ role: 'User', kind: 'Message', content: 'Hello.' },
				...tools.flatMap((tool, index) => {
					const ids = { tool_name: tool.replace('!', ''), tool_call_id: `call_${index}` };
					const output = { tool_output: '{}', tool_is_error: tool.startsWith('!') };
					return [
						{ kind: 'FunctionCall', ...ids, tool_arguments_json: '{}' },
						{ kind: 'FunctionCallOutput', ...ids, ...output },
					];
				}),
			],
			...overrides,
		},
	});
export const call = (tools: string[], overrides?: Record<string, unknown>) =>
	example.deliver(createCall(tools, overrides));
export const [book, accept, stop] = [
	'book_appointment',
	'accept_offer',
	'do_not_call_again',
] as const;

/** Writes the text of Your Settings, as a user does. */
export const write = async (jsonOutput: string) => {
	const saved = await host.client.getWorkflow(example.workflow.id);
	const written = saved.nodes.map((node) =>
		node.name === 'Your Settings' ? { ...node, parameters: { mode: 'raw', jsonOutput } } : node,
	);
	await host.client.updateWorkflow({ ...saved, nodes: written });
};

beforeAll(() => example.publish());
beforeEach(() => know(contact));

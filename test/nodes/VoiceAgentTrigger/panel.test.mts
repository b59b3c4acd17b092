import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { createHost } from '../host/host.mts';

const { description } = new VoiceAgentTrigger();

/** What the editor shows for these parameters. */
function listShown(parameters: INodeParameters): INodeProperties[] {
	const { node } = createHost({ type: 'voiceAgentTrigger', parameters });
	return description.properties.filter((property) =>
		NodeHelpers.displayParameter(node.parameters, property, node, description),
	);
}

const manual = { options: { registration: 'manual' } };
const otherEvents = { triggerOn: 'otherEvents', eventNames: 'SessionStarted' };

test.each<[string, INodeParameters, string[]]>([
	['nothing by default', {}, []],
	['the webhook to add, with manual registration', manual, ['manualNotice']],
	['the second webhook, with other events', otherEvents, ['eventsNotice']],
	[
		'the second webhook, if Automatic was added as an option',
		{ ...otherEvents, options: { registration: 'automatic' } },
		['eventsNotice'],
	],
	['no second webhook with manual registration', { ...otherEvents, ...manual }, ['manualNotice']],
])("the trigger's notices say %s", (_, parameters, names) => {
	const notices = listShown(parameters).filter(({ type }) => type === 'notice');
	expect(notices.map(({ name }) => name)).toEqual(names);
});

const listNames = (name: string) =>
	description.properties
		.find((property) => property.name === name)
		?.options?.map((option) => ('displayName' in option ? option.displayName : option.name));

test('the trigger shows these parameters at first', () => {
	const shown = listShown({}).map(({ displayName }) => displayName);
	expect(shown).toEqual([
		'Authentication',
		'Trigger On',
		'Output',
		'Verify Deliveries',
		'Filters',
		'Options',
	]);
});

test('the trigger has these filters, twelve at most', () => {
	expect(listNames('filters')).toEqual([
		'Agent Tests',
		'Agents',
		'Campaigns',
		'From Numbers',
		'Languages',
		'Minimum Duration',
		'Outcomes',
		'Statuses',
		'To Numbers',
		'Tools Used',
		'URL Parameters',
		'With Recording',
	]);
});

test('the trigger has these options, sixteen at most', () => {
	expect(listNames('options')).toEqual([
		'Allow Private Webhook URL',
		'Customer Number',
		'Default Country',
		'Direction',
		'Fields',
		'Ignore Duplicates',
		'Keep Connected',
		'Leave Out System Turns',
		'On Unpublish',
		'Outcome Rules',
		'Output Discarded Deliveries',
		'Personal Data',
		'Register Again',
		'Registration',
		'Registration Body',
		'Signature Header',
	]);
});

test('the trigger has these outputs', () => {
	expect(listNames('output')).toEqual([
		'Conversation',
		'Simplified',
		'Flat',
		'Turns',
		'Tool Calls',
		'Raw',
	]);
});

test('each event has an action, and the list has no tooltip', () => {
	const triggerOn = description.properties.find(({ name }) => name === 'triggerOn');
	expect(triggerOn).not.toHaveProperty('description');
	expect(triggerOn?.options).toMatchObject([
		{ action: 'On conversation complete' },
		{ action: 'On other events' },
	]);
});

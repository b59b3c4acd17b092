import type { INodeProperties } from 'n8n-workflow';
import { listOutputFields, OUTPUTS, outputs } from '../../core/conversation/outputs';
import { OF_TOOLS } from '../../core/conversation/outcome-rules';
import countries from './countries.json';
import { declareChoices, declareGroup, declareList, declareText } from './parameters';

export const outputOptions = OUTPUTS.map((value) => {
	const { label: name, description } = outputs[value];
	return { name, value, description };
});

export const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	options: outputOptions,
	default: 'conversation',
	description: 'How to format each conversation',
};

/** The slash names a parameter of the node. Without it, the editor would unset these fields when Output changes. */
const NOT_FOR_RAW: INodeProperties['displayOptions'] = { hide: { '/output': ['raw'] } };

const OF_TOOLS_ONLY: INodeProperties['displayOptions'] = { show: { when: [...OF_TOOLS] } };

/** Outside Options, where n8n would drop a rule that is still empty. */
export const outcomeRulesField: INodeProperties = {
	displayName: 'Outcome Rules',
	name: 'outcomeRules',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add rule',
	default: {},
	description:
		'Words of your own for the field outcome. The first rule that fits counts; a rule without Value or Outcome never fits.',
	options: declareGroup('Rule', 'rule', [
		{
			displayName: 'When',
			name: 'when',
			type: 'options',
			options: declareChoices({
				customerSaid: ['Customer Said', 'The other side said one of these words or phrases'],
				errorContains: ['Error Contains', 'The error message contains this text'],
				statusIs: ['Status Is', 'The status is this word'],
				toolAnswered: ['Tool Answered', 'This tool gave an output that is no error'],
				toolCalled: ['Tool Called', 'The agent called this tool, without an error'],
			}),
			default: 'toolCalled',
			description: 'What the rule looks at',
		},
		declareText(
			'value',
			'Value',
			'book_appointment, Failed, busy',
			'Name of the tool, status, or text of the error message; for Customer Said words and phrases, separated by commas, with a star for any ending',
		),
		{
			...declareText(
				'field',
				'Field',
				'booked',
				"Only if this field of the tool's output, otherwise of its arguments, has the value of Is",
			),
			displayOptions: OF_TOOLS_ONLY,
		},
		{
			...declareText(
				'is',
				'Is',
				'true',
				'The whole value of Field, in any letter case. A star at either end means any text, a star alone any value.',
			),
			displayOptions: OF_TOOLS_ONLY,
		},
		declareText('outcome', 'Outcome', 'booked', 'What to write into the field outcome'),
	]),
};

export const speakersField: INodeProperties = {
	displayName: 'Speakers',
	name: 'speakers',
	type: 'fixedCollection',
	default: { roles: { otherSideRoles: '' } },
	description: 'Who is who, if the service uses roles of its own. These words win over known ones.',
	options: declareGroup('Roles', 'roles', [
		declareList(
			'otherSideRoles',
			'Other Side',
			'Participant, Subscriber',
			'Roles of the people your agents speak with',
		),
		declareList('agentRoles', 'Agent', 'Host', 'Roles of your agents'),
		declareList('systemRoles', 'System', '0, Prompt', 'Roles of turns that nobody speaks'),
	]),
};

// A list for each output: a name that is selected for Conversation may be unknown to Flat.
const nameLists = OUTPUTS.filter((output) => output !== 'raw').map(
	(output): INodeProperties => ({
		displayName: 'Names',
		name: `${output}Names`,
		type: 'multiOptions',
		displayOptions: { show: { '/output': [output] } },
		options: listOutputFields(output)
			.toSorted()
			.map((name) => ({ name, value: name })),
		default: [],
		description: 'Names of the fields in the output. If you select none, all fields are emitted.',
	}),
);

/** Operations have these. The trigger has both for Raw, too: its filters look at the outcome. */
export const outputOutcomeRulesField = { ...outcomeRulesField, displayOptions: NOT_FOR_RAW };
export const outputSpeakersField = { ...speakersField, displayOptions: NOT_FOR_RAW };

export const defaultCountryField: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	options: countries,
	default: 'US',
	description:
		'Country of the customer numbers that come without a calling code. A number that may be of another country, too, stays as it came.',
};

export const outputOptionFields: INodeProperties[] = [
	{
		displayName: 'Customer Number',
		name: 'customerNumber',
		type: 'options',
		displayOptions: NOT_FOR_RAW,
		options: declareChoices({
			auto: [
				'By Direction',
				"The called number of an outbound call, otherwise the caller's number",
			],
			from: ['From Number', "Always the caller's number"],
			to: ['To Number', 'Always the called number'],
		}),
		default: 'from',
		description: 'Which number to use as customer_number',
	},
	{ ...defaultCountryField, displayOptions: NOT_FOR_RAW },
	{
		displayName: 'Direction',
		name: 'direction',
		type: 'options',
		displayOptions: NOT_FOR_RAW,
		options: declareChoices({
			auto: [
				'Detect Automatically',
				'By Own Numbers, otherwise outbound if the record has the ID of a campaign, otherwise null',
			],
			inbound: ['Inbound', 'Customers call your agents'],
			outbound: ['Outbound', 'Your agents call customers'],
		}),
		default: 'inbound',
		description:
			'Who called whom, for all calls. The service does not say this for calls without a campaign.',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'fixedCollection',
		displayOptions: NOT_FOR_RAW,
		default: { choice: { mode: 'selected' } },
		description: 'Which fields to emit. Without this option, all fields are emitted.',
		options: declareGroup('Choice', 'choice', [
			{
				displayName: 'Mode',
				name: 'mode',
				type: 'options',
				options: declareChoices({
					all: ['All', 'Emit every field'],
					except: ['All Except', 'Emit all fields except the selected ones'],
					selected: ['Selected', 'Emit only the selected fields'],
				}),
				default: 'selected',
				description: 'What to do with the selected fields',
			},
			...nameLists,
		]),
	},
	{
		displayName: 'Leave Out System Turns',
		name: 'leaveOutSystemTurns',
		type: 'boolean',
		displayOptions: { show: { '/output': ['conversation'] } },
		default: false,
		description: "Whether to leave out system turns, such as the agent's instructions",
	},
	{
		...declareList(
			'ownNumbers',
			'Own Numbers',
			'+49 30 12345678, +1 415 555 0110',
			'Your phone numbers',
		),
		displayOptions: NOT_FOR_RAW,
		description:
			'Your phone numbers, separated by commas. A call to one of them is inbound, a call from one of them outbound. Without a calling code, only a number with the same digits matches, unless Default Country is set.',
	},
	{
		displayName: 'Personal Data',
		name: 'personalData',
		type: 'options',
		noDataExpression: true,
		options: declareChoices({
			keep: ['Keep', 'Mask and leave out nothing'],
			leaveOut: [
				'Leave Out',
				'Emit null for phone numbers, recording links, transcript and history. Outcome, times and counts stay.',
			],
			maskNumbers: [
				'Mask Numbers',
				'Emit only the last two digits of each phone number, also in texts',
			],
		}),
		default: 'keep',
		description:
			'What to do with data that says who called or what was said. Not for the output Raw.',
	},
];

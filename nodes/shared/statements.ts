import type { INodeProperties } from 'n8n-workflow';

// Fields in which users state facts of calls that records lack.

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
	options: [
		{
			displayName: 'Rule',
			name: 'rule',
			values: [
				{
					displayName: 'When',
					name: 'when',
					type: 'options',
					options: [
						{
							name: 'Error Contains',
							value: 'errorContains',
							description: 'The error message contains this text',
						},
						{ name: 'Status Is', value: 'statusIs', description: 'The status is this word' },
						{
							name: 'Tool Called',
							value: 'toolCalled',
							description: 'The agent called this tool, without an error',
						},
					],
					default: 'toolCalled',
					description: 'What the rule looks at',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. book_appointment, Failed, busy',
					description: 'Name of the tool, status, or text of the error message',
				},
				{
					displayName: 'Outcome',
					name: 'outcome',
					type: 'string',
					default: '',
					placeholder: 'e.g. booked',
					description: 'What to write into the field outcome',
				},
			],
		},
	],
};

/** For a node with the parameter Output. Without the slash the editor drops the rules when Output changes. */
export const outputOutcomeRulesField: INodeProperties = {
	...outcomeRulesField,
	displayOptions: { hide: { '/output': ['raw'] } },
};

export const ownNumbersField: INodeProperties = {
	displayName: 'Own Numbers',
	name: 'ownNumbers',
	type: 'string',
	displayOptions: { hide: { '/output': ['raw'] } },
	default: '',
	placeholder: 'e.g. +49 30 12345678, +1 415 555 0110',
	description:
		'Your phone numbers, separated by commas. A call to one of them is inbound, a call from one of them outbound. Without a calling code, only a number with the same digits matches, unless Default Country is set.',
};

export const speakersField: INodeProperties = {
	displayName: 'Speakers',
	name: 'speakers',
	type: 'fixedCollection',
	default: { roles: { otherSideRoles: '' } },
	description: 'Who is who, if the service uses roles of its own. These words win over known ones.',
	options: [
		{
			displayName: 'Roles',
			name: 'roles',
			values: [
				{
					displayName: 'Other Side',
					name: 'otherSideRoles',
					type: 'string',
					default: '',
					placeholder: 'e.g. Participant, Subscriber',
					description: 'Roles of the people your agents speak with, separated by commas',
				},
				{
					displayName: 'Agent',
					name: 'agentRoles',
					type: 'string',
					default: '',
					placeholder: 'e.g. Host',
					description: 'Roles of your agents, separated by commas',
				},
			],
		},
	],
};

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import {
	CARRIED_FIELDS,
	CONVERSATION_FIELDS,
	ESSENTIALS_FIELDS,
	ROW_COLUMNS,
	TOOL_CALL_ITEM_FIELDS,
	TURN_ITEM_FIELDS,
	type Output,
} from '../../../core';

/** What a conversation is emitted as. For the top level of both nodes. */
export const outputFields: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Conversation',
				value: 'conversation',
				description: 'One item with everything, nested; every field is always there',
			},
			{
				name: 'Essentials',
				value: 'essentials',
				description:
					'One flat item with what most people want: agent, customer, times, transcript, recording',
			},
			{
				name: 'Raw',
				value: 'raw',
				description:
					'One item with the event as the service sent it, and every field beside its data',
			},
			{
				name: 'Row',
				value: 'row',
				description: 'One flat item for tables and CRMs, always with the same columns',
			},
			{
				name: 'Synthesized Turns',
				value: 'synthesizedTurns',
				description: 'One item for each turn of the synthesized conversation of an agent test',
			},
			{
				name: 'Tool Calls',
				value: 'toolCalls',
				description: 'One item for each tool call, with its arguments and its output',
			},
			{
				name: 'Turns',
				value: 'turns',
				description: 'One item for each turn, with its offset in the recording',
			},
		],
		default: 'conversation',
		description: 'What a conversation is emitted as',
	},
];

/** Outputs whose fields can be chosen, and what they are called by. */
const CHOOSABLE = {
	row: ROW_COLUMNS,
	conversation: CONVERSATION_FIELDS,
	essentials: ESSENTIALS_FIELDS,
	synthesizedTurns: TURN_ITEM_FIELDS,
	toolCalls: TOOL_CALL_ITEM_FIELDS,
	turns: TURN_ITEM_FIELDS,
} satisfies Partial<Record<Output, readonly string[]>>;

function listChoices(names: readonly string[]): INodePropertyOptions[] {
	return [...names].sort().map((name) => ({ name, value: name }));
}

// A list of its own for each output: a name chosen for one is unknown to another.
const nameLists: INodeProperties[] = Object.entries(CHOOSABLE).map(([output, names]) => ({
	displayName: 'Names',
	name: `${output}Names`,
	type: 'multiOptions',
	displayOptions: { show: { '/output': [output] } },
	options: listChoices(names),
	default: [],
	description: 'The fields, by their names in the output. With none chosen, all are emitted.',
}));

/** How a conversation is emitted. For the Options collection of both nodes, beside {@link outputFields}. */
export const outputOptionFields: INodeProperties[] = [
	{
		displayName: 'Conversation Fields',
		name: 'conversationFields',
		type: 'multiOptions',
		displayOptions: { show: { '/output': ['synthesizedTurns', 'toolCalls', 'turns'] } },
		options: listChoices(CARRIED_FIELDS),
		default: [],
		description:
			'Short fields of the conversation that every item carries, such as conversation_status. Text of more than 256 characters is null.',
	},
	{
		displayName: 'Customer Number',
		name: 'customerNumber',
		type: 'options',
		displayOptions: { hide: { '/output': ['raw'] } },
		options: [
			{
				name: 'By Direction',
				value: 'auto',
				description: 'The called number of an outbound call, else the calling one',
			},
			{ name: 'From Number', value: 'from', description: 'Always the number that called' },
			{ name: 'To Number', value: 'to', description: 'Always the number that was called' },
		],
		default: 'from',
		description: "Which number is the other side's, for customer_number",
	},
	{
		displayName: 'Direction',
		name: 'direction',
		type: 'options',
		displayOptions: { hide: { '/output': ['raw'] } },
		options: [
			{
				name: 'As Far as Known',
				value: 'auto',
				description: 'Outbound if the record names a campaign, else null',
			},
			{
				name: 'Inbound',
				value: 'inbound',
				description: 'Customers call the agents of this workflow',
			},
			{
				name: 'Outbound',
				value: 'outbound',
				description: 'The agents of this workflow call customers',
			},
		],
		default: 'inbound',
		description: 'Who called whom: the service does not say so for calls without a campaign',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'fixedCollection',
		displayOptions: { hide: { '/output': ['raw'] } },
		default: { choice: { mode: 'include' } },
		description: 'Which fields to emit. Without this option, all of them.',
		options: [
			{
				displayName: 'Choice',
				name: 'choice',
				values: [
					{
						displayName: 'Mode',
						name: 'mode',
						type: 'options',
						options: [
							{ name: 'All', value: 'all', description: 'Emit every field' },
							{ name: 'Include', value: 'include', description: 'Emit only the chosen fields' },
							{
								name: 'Leave Out',
								value: 'leaveOut',
								description: 'Emit all but the chosen fields',
							},
						],
						default: 'include',
						description: 'What to do with the chosen fields',
					},
					...nameLists,
				],
			},
		],
	},
	{
		displayName: 'Include Session Token',
		name: 'includeSessionToken',
		type: 'boolean',
		displayOptions: { show: { '/output': ['conversation', 'raw', 'row'] } },
		default: false,
		description:
			'Whether to emit session_token. It is a secret and would stand in every saved execution.',
	},
	{
		displayName: 'Leave Out History',
		name: 'leaveOutHistory',
		type: 'boolean',
		displayOptions: { show: { '/output': ['conversation'] } },
		default: false,
		description:
			'Whether to emit null for history and synthesized_chat_history. The summary stays whole.',
	},
	{
		displayName: 'Leave Out System Turns',
		name: 'leaveOutSystemTurns',
		type: 'boolean',
		displayOptions: { show: { '/output': ['conversation', 'synthesizedTurns', 'turns'] } },
		default: false,
		description: 'Whether to leave out turns of the system, such as the instructions of the agent',
	},
	{
		displayName: 'URL Parameter Columns',
		name: 'urlParameterColumns',
		type: 'string',
		displayOptions: { show: { '/output': ['row'] } },
		default: '',
		placeholder: 'utm_source, ref',
		description:
			'Names of URL parameters that get a column of their own, separated by commas. All parameters together are JSON text in the column url_parameters.',
	},
];

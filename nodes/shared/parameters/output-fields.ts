import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import {
	CONVERSATION_FIELDS,
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
				name: 'Raw',
				value: 'raw',
				description: 'One item with the record as the service sent it',
			},
			{
				name: 'Row',
				value: 'row',
				description: 'One flat item for tables and CRMs, always with the same columns',
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
	// One name in a row stands for the columns that differ from record to record.
	row: [...ROW_COLUMNS, 'url_parameters'],
	conversation: CONVERSATION_FIELDS,
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
		displayOptions: { show: { '/output': ['conversation', 'turns'] } },
		default: false,
		description: 'Whether to leave out turns of the system, such as the instructions of the agent',
	},
];

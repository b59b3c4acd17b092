import { buildOutputItems, parseOutputSettings } from '../../../../core';
import { outputFields, outputOptionFields } from '../../../shared';
import type { Operation } from '../operation';
import { readItemWithTurns, sourceFieldsWithTool } from '../../items/read-item';

/** Reads the event or record that an item holds and emits it as the trigger does. Calls nobody. */
export const parse: Operation = {
	name: 'Parse',
	action: 'Parse a conversation',
	description: 'Read an event or a record from any item and emit it as the trigger does',
	fields: [
		...sourceFieldsWithTool,
		...outputFields,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: outputOptionFields,
		},
	],
	async execute(context, itemIndex) {
		const { conversation, record } = readItemWithTurns(context, itemIndex);
		const { output, options } = parseOutputSettings(
			context.getNodeParameter('output', itemIndex, 'conversation'),
			context.getNodeParameter('options', itemIndex, {}),
		);
		return buildOutputItems(output, conversation, record, options).map((json) => ({ json }));
	},
};

import type { IDataObject } from 'n8n-workflow';
import { buildOutputItems } from '../../../../core';
import { outputFields, outputOptionFields, readOutputSettings } from '../../../shared';
import type { Operation } from '../operation';
import { readItemWithTurns, sourceFields } from '../../items/read-item';

/** Reads the event or record that an item holds and emits it as the trigger does. Calls nobody. */
export const parse: Operation = {
	name: 'Parse',
	action: 'Parse a conversation',
	description: 'Read an event or a record from any item and emit it as the trigger does',
	fields: [
		...sourceFields,
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
		const options: IDataObject = context.getNodeParameter('options', itemIndex, {});
		const settings = readOutputSettings(
			context.getNodeParameter('output', itemIndex, 'conversation'),
			options,
		);
		return buildOutputItems(settings.output, conversation, record, settings.options).map(
			(json) => ({ json }),
		);
	},
};

import { buildBoundedItems } from '../../../../core/conversation/outputs';
import { parseRecord } from '../../../../core/record/parse-record';
import { buildSampleRecord } from '../../../../core/record/sample';
import {
	describeOptions,
	outputField,
	outputOptionFields,
	shapeField,
} from '../../../shared/parameters';
import { throwNodeError } from '../../../shared/errors';
import { readOutput } from '../../items';
import type { Operation } from '../operation';

/** Emits an invented conversation as the trigger would, so a workflow can be built before any call. */
export const createSample: Operation = {
	name: 'Create Sample',
	action: 'Create a sample conversation',
	description:
		'Emit an invented conversation as the trigger would, to build a workflow before the first call',
	isNoTool: true,
	fields: [shapeField, outputField, describeOptions(outputOptionFields)],
	async execute(context, itemIndex) {
		const shape = context.getNodeParameter('shape', itemIndex, 'A') === 'B' ? 'B' : 'A';
		const record = buildSampleRecord(shape);
		const parsed = parseRecord(record);
		if (!parsed.success) throwNodeError(context, 'item-without-record');
		const { output, options } = readOutput(context, itemIndex);
		const built = buildBoundedItems(record, output, parsed.conversation, record, options);
		if (!built.success) throwNodeError(context, built.error.code);
		return built.items.map((json) => ({ json }));
	},
};

import { CONVERSATION_COMPLETE } from '../../../../core/delivery/envelope';
import { parseItem } from '../../../../core/record/item';
import { buildSampleRecord } from '../../../../core/record/sample';
import {
	describeOptions,
	outputField,
	outputOptionFields,
	shapeField,
} from '../../../shared/parameters';
import { throwNodeError } from '../../../shared/errors';
import { buildItems } from '../../items';
import type { Operation } from '../operation';

/** Emits an invented conversation as the trigger would, so a workflow can be built before any call. */
export const createSample: Operation = {
	name: 'Create Sample',
	action: 'Create a sample conversation',
	description:
		'Emit an invented conversation as the trigger would, to build a workflow before the first call',
	isNoTool: true,
	fields: [shapeField, outputField, describeOptions(outputOptionFields)],
	async execute(context, parameters) {
		const data = buildSampleRecord(parameters.choice('shape', ['A', 'B'], 'A'));
		const sample = parseItem({ event: CONVERSATION_COMPLETE, data });
		if (!sample.success) throwNodeError(context, sample.error.code);
		return buildItems(context, parameters, sample);
	},
};

import { listOutputFields, OUTPUTS } from '../../../../core/conversation/outputs';
import { CONVERSATION_COMPLETE } from '../../../../core/delivery/envelope';
import { isOfCall, parseItem } from '../../../../core/record/item';
import { buildSampleRecord } from '../../../../core/record/sample';
import {
	describeOptions,
	outputField,
	outputOptionFields,
	shapeField,
} from '../../../shared/parameters';
import { readSpeakers } from '../../../shared/settings';
import { throwNodeError } from '../../../shared/errors';
import { addHint, buildItems } from '../../result';
import type { Operation } from '../operation';

const PASSED_ON = 'An item comes from the service, so it goes on unchanged: no sample is created.';
const OTHER_FORM = 'Its form is not the selected Output: select the Output of the trigger.';

/** Fields that tell the form of an item: one for each Output but Simplified, the last for Discarded. */
const TELLING = ['statistics', 'statistics_turn_count', 'turn_index', 'called_at', 'event', 'body'];

/** Emits an invented conversation as the trigger would. What came of a call goes on: no harm in production. */
export const createSample: Operation = {
	name: 'Create Sample',
	action: 'Create sample conversation',
	description: 'Emit an invented conversation to build with. Real ones pass unchanged.',
	isNoTool: true,
	fields: [shapeField, outputField, describeOptions(outputOptionFields)],
	async execute(context, parameters) {
		const { choice, has, itemIndex } = parameters;
		const input = context.getInputData()[itemIndex];
		if (input !== undefined && isOfCall(input.json)) {
			const output = choice('output', OUTPUTS, 'conversation');
			const fields = output === 'raw' ? ['event'] : listOutputFields(output);
			const came = TELLING.find((name) => name in input.json);
			const selected = TELLING.find((name) => fields.includes(name));
			const isKnown = came !== undefined || !has('options.fields');
			const isOther = isKnown && came !== selected;
			addHint(context, isOther ? `${PASSED_ON} ${OTHER_FORM}` : PASSED_ON);
			return [input];
		}
		const data = buildSampleRecord(choice('shape', ['A', 'B'], 'A'));
		const sample = parseItem({ event: CONVERSATION_COMPLETE, data }, readSpeakers(parameters));
		if (!sample.success) throwNodeError(context, sample.error.code);
		return buildItems(context, parameters, sample);
	},
};

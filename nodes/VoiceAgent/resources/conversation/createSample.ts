import { OUTPUTS, outputs } from '../../../../core/conversation/outputs';
import { CONVERSATION_COMPLETE } from '../../../../core/delivery/envelope';
import { isOfCall, parseItem } from '../../../../core/record/item';
import { buildSampleRecord, SAMPLE_MARK } from '../../../../core/record/sample';
import {
	outputField,
	outputOptionFields,
	outputOutcomeRulesField,
	outputSpeakersField,
} from '../../../shared/output-fields';
import { declareOptions, shapeField } from '../../../shared/parameters';
import { readSpeakers } from '../../../shared/settings';
import { throwNodeError } from '../../../shared/errors';
import { addHint, buildItems } from '../../result';
import type { Operation } from '../operation';

const PASSED_ON = 'An item comes from the service, so it goes on unchanged: no sample is created.';
const OTHER_FORM = 'Its form is not the selected Output: select the Output of the trigger.';

export const createSample: Operation = {
	name: 'Create Sample',
	action: 'Create sample conversation',
	description: 'Emit an invented conversation to build with. Real ones pass unchanged.',
	isNoTool: true,
	fields: [
		shapeField,
		outputField,
		outputOutcomeRulesField,
		declareOptions([...outputOptionFields, outputSpeakersField]),
	],
	async execute(context, parameters) {
		const { choice, has, itemIndex } = parameters;
		const input = context.getInputData()[itemIndex];
		if (input !== undefined && isOfCall(input.json)) {
			const output = choice('output', OUTPUTS, 'conversation');
			// `tellingField` tells the Output, and `body` a discarded delivery; items of Simplified have neither.
			const tellingFields = [...OUTPUTS.map((each) => outputs[each].tellingField), 'body'];
			const came = tellingFields.find((name) => name !== undefined && name in input.json);
			const isKnown = came !== undefined || !has('options.fields');
			const isOther = isKnown && came !== outputs[output].tellingField;
			addHint(context, isOther ? `${PASSED_ON} ${OTHER_FORM}` : PASSED_ON);
			return [input];
		}
		const data = buildSampleRecord(choice('shape', ['A', 'B'], 'A'));
		const sample = parseItem({ event: CONVERSATION_COMPLETE, data }, readSpeakers(parameters));
		if (!sample.success) throwNodeError(context, sample.error.code);
		const { conversation } = sample;
		conversation.additional_fields = { ...conversation.additional_fields, [SAMPLE_MARK]: true };
		return buildItems(context, parameters, sample);
	},
};

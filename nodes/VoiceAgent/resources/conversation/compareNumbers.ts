import { compareNumbers as compareWithCustomer } from '../../../../core/conversation/customer-number';
import { defaultCountryField } from '../../../shared/output-fields';
import { declareOptions, declareTexts } from '../../../shared/parameters';
import { addHint, prepareItem, resultOnlyField } from '../../result';
import { readItem, sourceFieldsWithTool } from '../../source';
import type { Operation } from '../operation';

const NOT_COMPARED =
	'A number cannot be read, or the conversation has no customer number, so is_customer is null. A number without a calling code needs the option Default Country.';

export const compareNumbers: Operation = {
	name: 'Compare Numbers',
	action: 'Compare numbers',
	description:
		"Check which phone numbers, such as those of a contact in a CRM, are the customer's of the conversation",
	fields: [
		...sourceFieldsWithTool,
		declareTexts(
			'numbers',
			'Numbers',
			'{{ [$json.phone, $json.mobile] }}',
			'Phone numbers to compare with customer_number',
		),
		declareOptions([defaultCountryField, resultOnlyField]),
	],
	async execute(context, parameters) {
		const numbers = parameters.texts('numbers');
		const defaultCountry = parameters.anyChoice('options.defaultCountry');
		const { conversation } = readItem(context, parameters);
		const emit = prepareItem(context, parameters, conversation.id, { fields: ['comparison'] });
		const comparison = compareWithCustomer(conversation, numbers, defaultCountry);
		if (comparison.is_customer === null) addHint(context, NOT_COMPARED);
		return [emit({ comparison })];
	},
};

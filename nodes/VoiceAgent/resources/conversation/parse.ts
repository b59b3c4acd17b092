import {
	outputField,
	outputOptionFields,
	outputOutcomeRulesField,
	outputSpeakersField,
} from '../../../shared/output-fields';
import { declareOptions } from '../../../shared/parameters';
import { notAsTool, type Operation } from '../operation';
import { addHint, buildItems } from '../../result';
import { readItemWithTurns, sourceFieldsWithTool } from '../../source';

const HAS_ISSUES =
	'A record has values of an unexpected type. The field parse_issues of the output Conversation lists them.';

const NO_HISTORY =
	'An item holds no history, so there are no turns, and what the item does not state is null. Let the trigger emit the history (options Fields and Personal Data).';

const MAY_BE_OTHER =
	'An item has only fields that other items have, too, such as started_at, so it may be no conversation. If another field holds the conversation, select it: Source: Field.';

export const parse: Operation = {
	name: 'Parse',
	action: 'Parse conversation',
	description:
		'Read a conversation from any item, such as one of a Webhook node, and emit it as the trigger would',
	fields: [
		...sourceFieldsWithTool,
		// A tool always emits Simplified, since a model reads flat fields best.
		{ ...outputField, displayOptions: notAsTool },
		outputOutcomeRulesField,
		// A tool has no parameter Output, which the option Fields needs.
		declareOptions(
			[...outputOptionFields, outputSpeakersField].map((field) => {
				const hide = { ...field.displayOptions?.hide, ...notAsTool.hide };
				return field.name === 'fields' ? { ...field, displayOptions: { hide } } : field;
			}),
		),
	],
	async execute(context, parameters) {
		const item = readItemWithTurns(context, parameters);
		if ((item.conversation.parse_issues ?? []).length > 0) addHint(context, HAS_ISSUES);
		if (item.mayBeOther) addHint(context, MAY_BE_OTHER);
		if (item.missingTurns === 'leftOut') addHint(context, NO_HISTORY);
		return buildItems(context, parameters, item);
	},
};

import { describeOptions, outputField, outputOptionFields } from '../../../shared/parameters';
import type { Operation } from '../operation';
import {
	addHint,
	buildItems,
	notAsTool,
	readItemWithTurns,
	sourceFieldsWithTool,
} from '../../items';

const HAS_ISSUES =
	'A record has values of an unexpected type. The field parse_issues of the output Conversation lists them.';

/** Reads the event or record that an item holds and emits it as the trigger does. Calls nobody. */
export const parse: Operation = {
	name: 'Parse',
	action: 'Parse a conversation',
	description:
		'Read a conversation from any item, such as one of a Webhook node, and emit it as the trigger would',
	fields: [
		...sourceFieldsWithTool,
		// A model reads flat fields best.
		{ ...outputField, displayOptions: notAsTool },
		describeOptions(outputOptionFields),
	],
	async execute(context, itemIndex) {
		const item = readItemWithTurns(context, itemIndex);
		if (item.conversation.parse_issues.length > 0) addHint(context, HAS_ISSUES);
		return buildItems(context, itemIndex, item);
	},
};

import { buildBoundedItems } from '../../../../core/conversation/outputs';
import { describeOptions, outputField, outputOptionFields } from '../../../shared/parameters';
import { throwNodeError } from '../../../shared/errors';
import type { Operation } from '../operation';
import {
	addHint,
	notAsTool,
	readItemWithTurns,
	readOutput,
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
		const { conversation, record } = readItemWithTurns(context, itemIndex);
		if (conversation.parse_issues.length > 0) addHint(context, HAS_ISSUES);
		const { output, options } = readOutput(context, itemIndex);
		const built = buildBoundedItems(record, output, conversation, record, options);
		if (!built.success) throwNodeError(context, built.error.code);
		return built.items.map((json) => ({ json }));
	},
};

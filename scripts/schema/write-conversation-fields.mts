import { FLAT_COLUMNS } from '../../core/conversation/build-flat.ts';
import { toolCallItemSchema } from '../../core/conversation/build-tool-call-items.ts';
import { turnItemSchema } from '../../core/conversation/build-turn-items.ts';
import { conversationSchema } from '../../core/conversation/conversation.ts';
import {
	operatorInviteSchema,
	roomMetadataSchema,
	testEvalResultSchema,
	voiceSettingSchema,
} from '../../core/conversation/conversation-parts.ts';
import {
	conversationSummarySchema,
	latencySummarySchema,
} from '../../core/conversation/conversation-summary.ts';
import type { ObjectSchema } from '../../core/conversation/declare-field.ts';
import { deliverySchema } from '../../core/conversation/delivery-verdict.ts';
import { parseIssueSchema } from '../../core/conversation/parse-issue.ts';
import { turnMetricsSchema, turnSchema } from '../../core/conversation/turn.ts';
import { writeFields } from './write-fields.mts';

/** Each object inside a conversation, in the order of the page: heading, schema, what comes before the table. */
const SECTIONS: ReadonlyArray<readonly [string, ObjectSchema, string]> = [
	[
		'One turn',
		turnSchema,
		'An element of `history` and of `synthesized_chat_history`. It has the fields that were sent with a value, and always `metrics`: a field that is not there gives `undefined`.',
	],
	['Metrics of a turn', turnMetricsSchema, 'The service documents no unit of these numbers.'],
	['Summary', conversationSummarySchema, 'The node computes it from the record.'],
	['Latency', latencySummarySchema, '`null` if no turn has the figure.'],
	['Delivery', deliverySchema, '`null` unless the trigger received the conversation.'],
	['Test result', testEvalResultSchema, 'The outcome of an agent test.'],
	['Room', roomMetadataSchema, 'Information about the media room.'],
	['Operator invite', operatorInviteSchema, 'The invitation of a human operator.'],
	['Voice settings', voiceSettingSchema, 'A setting of the voice of a synthetic user.'],
	['Parse issues', parseIssueSchema, 'Values that do not have their documented type.'],
];

const ANCHORS = new Map(
	SECTIONS.map(([heading, schema]) => [schema, heading.toLowerCase().replaceAll(' ', '-')]),
);

/** The generated part of `docs/conversation-fields.md`. */
export function writeConversationFields(): string {
	return [
		'## The conversation',
		writeFields(conversationSchema, ANCHORS),
		...SECTIONS.flatMap(([heading, schema, intro]) => [
			`## ${heading}`,
			intro,
			writeFields(schema, ANCHORS),
		]),
		'## Output Turns',
		'One item for each turn, with every column: `null` if the service sent no value. Beside the fields of [a turn](#one-turn):',
		writeFields(turnItemSchema),
		'## Output Tool Calls',
		'One item for each tool call, with its output beside it.',
		writeFields(toolCallItemSchema),
		'## Output Flat',
		'Always these columns, in this order. A field inside an object has the name of the object in front; a list is one text with one element per line.',
		FLAT_COLUMNS.map((column) => `\`${column}\``).join(', '),
	].join('\n\n');
}

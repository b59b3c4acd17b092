import { ROW_COLUMNS, URL_PARAMETER_COLUMN_PREFIX } from '../../core/conversation/build-row.ts';
import type { TypeReader } from './read-types.mts';
import type { FieldModel, ObjectModel } from './type-model.mts';
import { findObject } from './type-model.mts';
import { writeFields } from './write-fields.mts';

/** Each object inside a conversation, in the order of the page: heading, type, what comes before the table. */
const SECTIONS = [
	['One turn', 'Turn', 'An element of `history` and of `synthesized_chat_history`.'],
	['Metrics of a turn', 'TurnMetrics', 'The service documents no unit of these numbers.'],
	['Summary', 'ConversationSummary', 'Worked out from the record by the node.'],
	['Latency', 'LatencySummary', '`null` where no turn has the figure.'],
	['Delivery', 'DeliveryVerdict', '`null` unless the trigger received the conversation.'],
	['Test result', 'TestEvalResult', 'The outcome of an agent test.'],
	['Room', 'RoomMetadata', 'What is known of the media room.'],
	['Operator invite', 'OperatorInvite', 'The invitation of a human operator.'],
	['Voice settings', 'TtsProperty', 'A setting of the voice of a synthetic user.'],
	['Parse issues', 'ParseIssue', 'What in a record was not of its documented type.'],
] as const;

const ANCHORS: Record<string, string> = Object.fromEntries(
	SECTIONS.map(([heading, type]) => [type, heading.toLowerCase().replaceAll(' ', '-')]),
);

/** The generated part of `docs/conversation-fields.md`. */
export function writeConversationFields(types: TypeReader): string {
	const conversation = readObject(types, 'Conversation');
	return [
		'## The conversation',
		writeFields(conversation, ANCHORS),
		...SECTIONS.flatMap(([heading, name, intro]) => [
			`## ${heading}`,
			intro,
			writeFields(readObject(types, name), ANCHORS),
		]),
		'## Output Turns',
		'One item for each turn. Beside the fields of [a turn](#one-turn):',
		writeFields(without(readObject(types, 'TurnItem'), readObject(types, 'Turn'))),
		'## Output Tool Calls',
		'One item for each tool call, with its output beside it.',
		writeFields(readObject(types, 'ToolCallItem')),
		'## Output Row',
		`Always these columns, in this order. What is in an object has its name before it; a list is one text, an element a line. Then one column \`${URL_PARAMETER_COLUMN_PREFIX}…\` for each URL parameter.`,
		ROW_COLUMNS.map((column) => `\`${column}\``).join(', '),
	].join('\n\n');
}

function readObject(types: TypeReader, name: string): ObjectModel {
	const object = findObject(types.read(name));
	if (object === undefined) throw new Error(`${name} is no object`);
	return object;
}

function without(object: ObjectModel, other: ObjectModel): ObjectModel {
	const names = other.fields.map(({ name }: FieldModel) => name);
	return { ...object, fields: object.fields.filter(({ name }) => !names.includes(name)) };
}

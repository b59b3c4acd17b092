/** For every limit of a record (core/record/limits): the nodes add a reason, which names the limit. */
const LIMIT_EXCEEDED = [
	'The conversation record holds more than a limit allows.',
	'Check the data that was sent: no real conversation holds so much. The Deliveries page of the documentation lists the limits.',
] as const;

/** Conversation records, and the results of operations on records. */
export const recordErrors = {
	'item-without-record': [
		'The item holds no event and no conversation record.',
		"Connect the node that received the event; if it is the trigger, set 'Output' to Conversation or Raw, with history in the option 'Fields'. Or set 'Source' to Field and enter the field that holds the record.",
		"Give 'Conversation' the whole event or record of a call, or what the trigger made of it, as an object or as JSON text.",
	],
	'history-left-out': [
		'The item holds a conversation without its history, but this format needs the history.',
		"Let the trigger emit the field history (options 'Fields' and 'Personal Data'). Text, Markdown and notes can also be written from the field transcript.",
	],
	'too-many-turns': LIMIT_EXCEEDED,
	'too-many-elements': LIMIT_EXCEEDED,
	'too-many-keys': LIMIT_EXCEEDED,
	'name-too-long': LIMIT_EXCEEDED,
	'id-too-long': LIMIT_EXCEEDED,
	'nested-too-deep': LIMIT_EXCEEDED,
	'personal-data-in-raw': [
		"'Personal Data' is set, but 'Output' is Raw, which is the event as the service sent it.",
		"Select another 'Output', or set 'Personal Data' to Keep.",
	],
	'field-name-taken': [
		'The item already has a field or file with the name of the result.',
		"Select another name for the result, or add the option 'Result Only' to emit only the result. A second report needs a branch of its own.",
	],
	'field-name-missing': [
		'The name of the output field is empty.',
		'Enter a name, such as data, or check the result of its expression.',
	],
} as const;

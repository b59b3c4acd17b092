import type { CatalogEntry } from './catalog-entry';

/** Conversation records, and the results that are made of them. */
export const conversationErrors = {
	'item-without-record': {
		message: 'The item holds no event and no conversation record.',
		advice:
			"Connect the node that received the event; if it is the trigger, set 'Output' to Conversation or Raw. Or set 'Source' to Field and enter the field that holds the record.",
	},
	'nested-too-deep': {
		message: 'The conversation record holds an undocumented value with more than 1,000 levels.',
		advice: 'Check the data that was sent: n8n itself could not store such an item.',
	},
	'history-left-out': {
		message:
			'The item holds a conversation without its history, but this format needs the history.',
		advice:
			"Let the trigger emit the history (option 'Fields'). Text and Markdown can also be written from the field transcript.",
	},
	'too-many-turns': {
		message: 'The conversation record holds more than 25,000 turns.',
		advice: 'Check the data that was sent. If the turns are real, split them into several records.',
	},
	'too-many-elements': {
		message:
			'The conversation record holds a list of more than 10,000 elements, more than 100 voice settings, or more than 100,000 values in the arguments of tools or in undocumented fields.',
		advice: 'Check the data that was sent: no real conversation has a list of this length.',
	},
	'too-many-keys': {
		message:
			'The conversation record holds more than 1,000 URL parameters, or an object with more than 10,000 fields.',
		advice: 'Check the data that was sent: no real conversation has that many.',
	},
	'name-too-long': {
		message:
			'The conversation record holds a field or a URL parameter whose name has more than 1,000 characters.',
		advice: 'Check the data that was sent: no real conversation has a name of this length.',
	},
	'id-too-long': {
		message: 'The id of the conversation record takes more than 300 bytes.',
		advice: 'Check the data that was sent: no real conversation has an id of this length.',
	},
	'output-too-large': {
		message:
			'The items of this output would take more than 10 times the size of the conversation record and 1 MB more.',
		advice:
			"Check the data that was sent: no real conversation has so many turns with so little in them. Or set 'Output' to Conversation.",
	},
	'field-name-taken': {
		message: 'The item already has a field or file with the name of the result.',
		advice:
			"Select another name for the result, or add the option 'Result Only' to emit only the result.",
	},
	'field-name-missing': {
		message: 'The name of the output field is empty.',
		advice: 'Enter a name, such as data, or check the result of its expression.',
	},
} as const satisfies Record<string, CatalogEntry>;

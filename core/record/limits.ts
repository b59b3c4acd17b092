import { JSON_TEXT_LIMITS, MAX_NESTING_LEVELS } from '../json';

/** `counted` is for messages and docs: docs/deliveries.md is made of it. */
export const RECORD_LIMITS = {
	turns: {
		code: 'too-many-turns',
		maximum: 25_000,
		counted: 'turns in `history` and `synthesized_chat_history` together',
	},
	/** An empty one becomes many times its own size. */
	voiceSettings: {
		code: 'too-many-elements',
		maximum: 100,
		counted: 'settings of a synthetic voice',
	},
	listElements: {
		code: 'too-many-elements',
		maximum: 10_000,
		counted: 'elements of another list, such as `tools_added` of a turn',
	},
	/** Parsed, `[{},{},…]` takes n8n fifty times the memory of its text. */
	argumentValues: {
		code: 'too-many-elements',
		maximum: JSON_TEXT_LIMITS.values,
		counted: 'values and names of fields in the arguments of all tools together',
	},
	unknownValues: {
		code: 'too-many-elements',
		maximum: 100_000,
		counted: 'undocumented values together',
	},
	/** An object of very many names takes many times longer to build than a list. */
	fields: {
		code: 'too-many-keys',
		maximum: JSON_TEXT_LIMITS.fields,
		counted: "fields in one object, in a tool's arguments too",
	},
	/** Each is a column of a row. */
	mapKeys: { code: 'too-many-keys', maximum: 1_000, counted: 'URL parameters' },
	nameLength: {
		code: 'name-too-long',
		maximum: 1_000,
		counted: 'characters in the name of a field of the record or of a URL parameter',
	},
	/** Turns and Tool Calls repeat it in each item. */
	idLength: {
		code: 'id-too-long',
		maximum: 300,
		counted: "bytes in the conversation's id, written as JSON",
	},
	/** No later step could write more as JSON. */
	levels: {
		code: 'nested-too-deep',
		maximum: MAX_NESTING_LEVELS,
		counted: 'levels of an undocumented value',
	},
} as const;

export type RecordLimit = (typeof RECORD_LIMITS)[keyof typeof RECORD_LIMITS];

/** How many a conversation lists; `parse_issue_count` counts all. */
export const MAX_PARSE_ISSUES = 50;

export type LimitErrorCode = RecordLimit['code'];

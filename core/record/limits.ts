import { MAX_NESTING_LEVELS } from '../json';
import { JSON_TEXT_LIMITS } from '../json-texts';

/** `leftOut`: what is lost above a limit that anyone on the phone can exceed. Other limits reject the record. */
type Limit = { code: string; maximum: number; counted: string; leftOut?: string };

/** `counted` and `leftOut` are for messages and docs: docs/deliveries.md is made of them. */
export const RECORD_LIMITS = {
	turns: {
		code: 'too-many-turns',
		maximum: 25_000,
		counted: 'turns in `history` and `synthesized_chat_history` together',
		leftOut: 'the turns after them',
	},
	/** Few, since each `{}` becomes an object with three fields. */
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
		leftOut: '`tool_arguments`; the text stays',
	},
	/** Anyone on the phone may cause them: `content` may come as a list of objects. */
	unknownValues: {
		code: 'too-many-elements',
		maximum: 100_000,
		counted: 'values that are undocumented or of another type, together',
		leftOut: 'the field that holds the next one',
	},
	/** An object of very many names takes many times longer to build than a list. */
	unknownFields: {
		code: 'too-many-keys',
		maximum: JSON_TEXT_LIMITS.fields,
		counted: "fields in one undocumented object, or one of a tool's arguments",
		leftOut: 'the field that holds the object; the text of arguments stays',
	},
	fields: {
		code: 'too-many-keys',
		maximum: JSON_TEXT_LIMITS.fields,
		counted: 'fields in one object, such as a turn',
	},
	mapKeys: {
		code: 'too-many-keys',
		maximum: 1_000,
		counted: 'URL parameters',
		leftOut: 'the parameters after them',
	},
	mapNameLength: {
		code: 'name-too-long',
		maximum: 1_000,
		counted: 'characters in the name of a URL parameter',
		leftOut: 'the parameter',
	},
	nameLength: {
		code: 'name-too-long',
		maximum: 1_000,
		counted: 'characters in the name of a field of the record',
	},
	/** The service's ids are UUIDs. */
	idLength: {
		code: 'id-too-long',
		maximum: 300,
		counted: "bytes in the conversation's id, written as JSON",
	},
	levels: {
		code: 'nested-too-deep',
		maximum: MAX_NESTING_LEVELS,
		counted: 'levels of an undocumented value',
	},
} as const satisfies Record<string, Limit>;

export type RecordLimit = (typeof RECORD_LIMITS)[keyof typeof RECORD_LIMITS];

/** Such as `1,000 URL parameters`. */
export function writeLimit({ maximum, counted }: Limit): string {
	return `${maximum.toLocaleString('en')} ${counted.replaceAll('`', '')}`;
}

export type LimitErrorCode = RecordLimit['code'];

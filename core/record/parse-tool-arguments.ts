import { MAX_NESTING_LEVELS, copyJson, isNestedTooDeep } from '../json/copy-json';
import type { JsonValue } from '../json/json';
import type { ParseLog } from './parse-log';
import { parseJsonText } from '../json/parse-json-text';

/**
 * Parses the text of `tool_arguments_json`; empty text counts as none. Text that is no JSON, or is
 * nested too deep to be handed on, is logged and gives `null`: the text itself stays. Part 2.6.
 */
export function parseToolArguments(
	text: string,
	turnPath: string,
	key: string,
	log: ParseLog,
): JsonValue {
	if (text.trim() === '') return null;
	const parsed = parseJsonText(text);
	// Nesting takes a character a level, so short texts need no look.
	const tooDeep =
		parsed.success && text.length > MAX_NESTING_LEVELS && isNestedTooDeep(parsed.value);
	if (!parsed.success || tooDeep) {
		const received = tooDeep ? 'JSON text nested too deep' : 'string';
		log.note(turnPath, key, 'JSON text', received);
		return null;
	}
	return copyJson(parsed.value) ?? null;
}

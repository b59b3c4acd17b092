import { MAX_NESTING_LEVELS, copyJson, isNestedTooDeep } from '../json/copy-json';
import type { JsonValue } from '../json/json';
import { joinPath, type ParseLog } from '../conversation/parse-issue';
import { parseJsonText } from '../json/parse-json-text';

/**
 * Parses the text of `tool_arguments_json`; empty text counts as none. Text that is no JSON, or is
 * nested too deep to be handed on, is logged and gives `null`: the text itself stays. Part 2.6.
 */
export function parseToolArguments(
	text: string | null,
	turnPath: string,
	log: ParseLog,
): JsonValue {
	if (text === null || text.trim() === '') return null;
	const parsed = parseJsonText(text);
	// Nesting takes a character a level, so that short texts need no look.
	const tooDeep =
		parsed.success && text.length > MAX_NESTING_LEVELS && isNestedTooDeep(parsed.value);
	if (!parsed.success || tooDeep) {
		log.issues.push({
			path: joinPath(turnPath, 'tool_arguments_json'),
			expected: 'JSON text',
			received: tooDeep ? 'JSON text nested too deep' : 'string',
		});
		return null;
	}
	return copyJson(parsed.value) ?? null;
}

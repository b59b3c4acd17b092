import type { ParseIssue } from '../conversation/conversation';
import {
	copyJson,
	isNestedTooDeep,
	type JsonValue,
	MAX_NESTING_LEVELS,
	parseJsonText,
} from '../json';
import { type LimitErrorCode, MAX_PARSE_ISSUES, type RecordLimit } from './limits';

/** What one reading of a record collects on its way. */
export class ParseLog {
	/** The first issues, at most {@link MAX_PARSE_ISSUES}. */
	readonly issues: ParseIssue[] = [];
	/** How many issues there are. */
	issueCount = 0;
	/** The first limit that something undocumented exceeds; it is only met on the way. */
	excess: RecordLimit<LimitErrorCode> | null = null;
	/** Undocumented values that are kept. */
	unknownCount = 0;

	/** Notes a value of the wrong type in the object or list at `parentPath`. */
	report(parentPath: string, key: string | number, expected: string, value: unknown): void {
		this.note(parentPath, key, expected, nameType(value));
	}

	/** Notes something else that was expected; paths are written only as long as they are listed. */
	note(parentPath: string, key: string | number, expected: string, received: string): void {
		this.issueCount += 1;
		if (this.issues.length >= MAX_PARSE_ISSUES) return;
		this.issues.push({ path: joinPath(parentPath, key), expected, received });
	}
}

/** The path of a field or an element inside `parent`; names that are no plain words are quoted. */
export function joinPath(parent: string, key: string | number): string {
	if (typeof key === 'number') return `${parent}[${key}]`;
	if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${parent}[${JSON.stringify(key)}]`;
	return parent === '' ? key : `${parent}.${key}`;
}

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

function nameType(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	if (typeof value === 'number' && !Number.isFinite(value)) return 'number that is not finite';
	return typeof value;
}

import type { ParseIssue } from '../conversation/parse-issue';
import { type LimitErrorCode, MAX_PARSE_ISSUES, type RecordLimit } from './check-record-limits';

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

function nameType(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	if (typeof value === 'number' && !Number.isFinite(value)) return 'number that is not finite';
	return typeof value;
}

import type { ParseIssue } from '../conversation/parse-issue';
import { MAX_PARSE_ISSUES } from './check-record-limits';

/** What one reading of a record collects on its way. */
export class ParseLog {
	/** The first issues, at most {@link MAX_PARSE_ISSUES}. */
	readonly issues: ParseIssue[] = [];
	/** How many issues there are. */
	issueCount = 0;
	/** Whether a value has more levels than any later step could write as JSON. */
	isNestedTooDeep = false;
	/** Whether a field of the record itself has a longer name than is read. */
	isNameTooLong = false;

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

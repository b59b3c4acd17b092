import { joinPath, nameType, type ParseIssue } from '../conversation/parse-issue';
import { MAX_PARSE_ISSUES } from './check-record-limits';

/** What one reading of a record collects on its way. */
export class ParseLog {
	/** The first issues, at most {@link MAX_PARSE_ISSUES}. */
	readonly issues: ParseIssue[] = [];
	/** How many issues there are. */
	issueCount = 0;
	/** Why the record cannot be handed on, if it cannot. */
	failure: 'nested-too-deep' | 'too-many-elements' | null = null;

	/** Notes a value of the wrong type in the object or list at `parentPath`. */
	report(parentPath: string, key: string | number, expected: string, value: unknown): void {
		this.note(parentPath, key, expected, nameType(value));
	}

	/** Notes something else that was expected; paths are written only as long as they are listed. */
	note(parentPath: string, key: string | number, expected: string, received: string): void {
		this.issueCount += 1;
		if (this.issues.length >= MAX_PARSE_ISSUES) return;
		const path = typeof key === 'number' ? `${parentPath}[${key}]` : joinPath(parentPath, key);
		this.issues.push({ path, expected, received });
	}
}

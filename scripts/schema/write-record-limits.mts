import { MAX_PARSE_ISSUES, RECORD_LIMITS } from '../../core/record/check-record-limits.ts';
import { writeTable } from './write-table.mts';

/** The generated part of `docs/limits.md`: what a record may hold, as core declares it. */
export function writeRecordLimits(): string {
	const rows = Object.values(RECORD_LIMITS).map(({ counted, maximum, code }) => [
		counted,
		maximum.toLocaleString('en'),
		`\`${code}\``,
	]);
	return [
		'## A conversation record',
		'The nodes count before they convert anything. If a record holds more, a delivery is rejected with 400; for an item, the action node fails with an error that has the same code.',
		writeTable(['what', 'at most', 'code'], rows),
		`\`parse_issues\` lists the first ${MAX_PARSE_ISSUES} values that differ from the documentation; \`parse_issue_count\` counts all of them.`,
	].join('\n\n');
}

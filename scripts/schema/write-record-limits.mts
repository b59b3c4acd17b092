import { MAX_PARSE_ISSUES, RECORD_LIMITS } from '../../core/record/check-record-limits.ts';
import { writeTable } from './write-table.mts';

/** The generated part of `docs/limits.md`: what a record may hold, where core declares it. */
export function writeRecordLimits(): string {
	const rows = Object.values(RECORD_LIMITS).map(({ counted, maximum, code }) => [
		counted,
		maximum.toLocaleString('en'),
		`\`${code}\``,
	]);
	return [
		'## Of a conversation record',
		'Counted before anything is converted. More is refused: a delivery with 400, an item that the action node reads with an error of the same code.',
		writeTable(['what', 'at most', 'code'], rows),
		`Of what is not as documented, the first ${MAX_PARSE_ISSUES} are listed in \`parse_issues\`; \`parse_issue_count\` counts all.`,
	].join('\n\n');
}

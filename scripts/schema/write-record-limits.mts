import { OUTPUT_LIMIT } from '../../core/conversation/build-bounded-items.ts';
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
		`The items of Turns and Tool Calls are counted while they are built. If n8n would store more than ${OUTPUT_LIMIT.times} times the size of the body plus ${OUTPUT_LIMIT.bytesMore / 1e6} MB, the rest is not built, and the code is \`${OUTPUT_LIMIT.code}\`. A conversation of 5,000 turns of one word each is below that.`,
		`\`parse_issues\` lists the first ${MAX_PARSE_ISSUES} values that differ from the documentation; \`parse_issue_count\` counts all of them.`,
	].join('\n\n');
}

import { AUTHENTICATION_REASONS } from '../../../core/delivery/authenticate.ts';
import { OUTPUT_LIMIT } from '../../../core/conversation/outputs.ts';
import { FILTER_REASONS } from '../../../core/delivery/filters.ts';
import { ENVELOPE_ERROR_CODES } from '../../../core/delivery/envelope.ts';
import { RECORD_LIMITS } from '../../../core/record/limits.ts';
import { filterParameters } from '../../../nodes/VoiceAgentTrigger/parameters.ts';
import { listMembers } from '../../../scripts/schema/write-parameters.mts';
import { readPages } from './read-docs.mts';

const find = (file: string) => readPages().find((page) => page.file === file)?.text ?? '';
const reasons = find('docs/delivery-reasons.md');
const [, filters = ''] = reasons.split('\n## Filters\n');
const deliveries = find('docs/deliveries.md');

/** Two limits may have one code. */
const LIMIT_CODES = [...new Set(Object.values(RECORD_LIMITS).map(({ code }) => code))];

/** Codes that begin a row or a point of a list: what a reader finds who searches for one. */
const explained = [...reasons.matchAll(/^(?:\||-) `([a-z0-9-]+)`/gm)].map((match) => match[1]);

/** What its own table explains: a filter's reason is in the table of filters, a limit's in that of limits. */
const known: readonly string[] = [
	...AUTHENTICATION_REASONS,
	...ENVELOPE_ERROR_CODES,
	'duplicate',
	'event-not-wanted',
	'nothing-to-emit',
	'credential-unusable',
	'still-under-way',
];

test.each(known)('Delivery reasons explains %s', (reason) => {
	expect(explained).toContain(reason);
});

test('Delivery reasons explains no reason that there is not', () => {
	expect(explained.filter((reason) => !known.includes(reason ?? ''))).toEqual([]);
});

test('Deliveries names the code of every limit', () => {
	for (const code of [...LIMIT_CODES, OUTPUT_LIMIT.code])
		expect(deliveries).toContain(`\`${code}\``);
});

test('Filters names every filter of the editor and every reason of a filter', () => {
	for (const reason of FILTER_REASONS) expect(filters).toContain(`\`${reason}\``);
	for (const { displayName } of listMembers(filterParameters)) {
		expect(filters).toContain(`| ${displayName}`);
	}
});

test('every answer that Deliveries shows is JSON with a known status', () => {
	const answers = [...deliveries.matchAll(/`(\{"status".*?\})`/g)].map((match): unknown =>
		JSON.parse(match[1] ?? ''),
	);
	expect(answers.length).toBeGreaterThan(5);
	for (const answer of answers) {
		expect(answer).toMatchObject({
			status: expect.stringMatching(/^(accepted|ignored|duplicate|rejected|unavailable)$/),
		});
	}
});

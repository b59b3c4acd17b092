import { buildSampleRecord } from '../../../core/record/sample.ts';
import { readRecordType } from '../../support/interface/read-record-type.mts';
import { convert } from '../../support/records/read-fixture.mts';

test.each(['A', 'B'] as const)(
	'the sample of shape %s reads as a call with everything usual',
	(shape) => {
		const conversation = convert(buildSampleRecord(shape));
		expect(conversation).toMatchObject({
			shape,
			direction: 'outbound',
			answered: true,
			customer_number: expect.stringMatching(/^\+\d+$/),
			audio_url: expect.stringMatching(/^https:/),
			campaign_name: expect.any(String),
			parse_issue_count: 0,
		});
		expect(conversation.statistics.tool_call_count).toBeGreaterThan(0);
	},
);

// Their types are right: nothing above is a parse issue.
test('the sample of shape B has the documented names alone', () => {
	const { fields } = readRecordType('B');
	const record = buildSampleRecord('B');
	expect(Object.keys(record).filter((name) => !(name in fields))).toEqual([]);
	expect(Object.values(record).filter((value) => value !== null).length).toBeGreaterThan(12);
});

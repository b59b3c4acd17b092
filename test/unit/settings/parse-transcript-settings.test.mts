import { parseTranscriptSettings } from '../../../core/settings/action.ts';

const off = { includeSystemTurns: false, includeTimes: false, includeToolCalls: false };

test.each([[undefined], [{}], [{ includeTimes: 'true', includeToolCalls: 1 }]])(
	'%j switches nothing on',
	(options) => {
		expect(parseTranscriptSettings(options)).toEqual(off);
	},
);

test('takes what is switched on', () => {
	const options = { includeSystemTurns: true, includeTimes: true, includeToolCalls: true };
	expect(parseTranscriptSettings(options)).toEqual(options);
});

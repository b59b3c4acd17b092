import { parseTranscriptSettings } from '../../../core/settings/parse-transcript-settings.ts';

const off = { includeSystemTurns: false, includeTimes: false, includeToolCalls: false };

test.each([[undefined], [{}], [{ includeTimes: 'true', includeToolCalls: 1 }]])(
	'%j switches nothing on in a text',
	(options) => {
		expect(parseTranscriptSettings(options, false)).toEqual(off);
	},
);

test('takes what is switched on', () => {
	const options = { includeSystemTurns: true, includeTimes: true, includeToolCalls: true };
	expect(parseTranscriptSettings(options, false)).toEqual(options);
});

test('messages hold tool calls unless they are left out', () => {
	const read = (options: unknown) => parseTranscriptSettings(options, true).includeToolCalls;
	expect([read({}), read({ leaveOutToolCalls: true }), read({ includeToolCalls: false })]).toEqual([
		true,
		false,
		true,
	]);
	expect(parseTranscriptSettings({ leaveOutToolCalls: true }, false)).toEqual(off);
});

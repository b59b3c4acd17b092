import { readDownloadSettings } from '../../../nodes/VoiceAgent/resources/recording/settings.ts';

const defaults = {
	maxBytes: 500_000_000,
	timeLimitMs: 300_000,
	privateHosts: [],
	onMissing: 'continue',
};

test.each([[undefined], [null], ['text'], [{}]])('%j gives the defaults', (options) => {
	expect(readDownloadSettings(options)).toEqual(defaults);
});

test('takes what is set, numbers as text included', () => {
	expect(
		readDownloadSettings({
			maximumSize: 1.5,
			timeLimit: '0.5',
			privateHosts: 'storage.internal, 10.0.0.5:9000,',
			ifMissing: 'continueWithoutAny',
		}),
	).toEqual({
		maxBytes: 1_500_000,
		timeLimitMs: 500,
		privateHosts: ['storage.internal', '10.0.0.5:9000'],
		onMissing: 'continueWithoutAny',
	});
});

test.each([[''], [0], [-1], ['much'], [Infinity], [null], [[5]]])(
	'no limit is lifted by %j',
	(value) => {
		expect(
			readDownloadSettings({ maximumSize: value, timeLimit: value, ifMissing: value }),
		).toEqual(defaults);
	},
);

test('a time limit beyond a day is a day', () => {
	expect(readDownloadSettings({ timeLimit: 1e9 }).timeLimitMs).toBe(86_400_000);
});

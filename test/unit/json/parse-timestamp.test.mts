import fc from 'fast-check';

import { isTimestamp, parseTimestamp } from '../../../core/time.ts';
import times from '../../fixtures/timestamps.json' with { type: 'json' };

test.each(Object.values(times.moments).flatMap((group) => Object.entries<string>(group)))(
	'%s is %s',
	(text, iso) => {
		expect(new Date(parseTimestamp(text) ?? NaN).toISOString()).toBe(iso);
		expect(isTimestamp(text)).toBe(true);
	},
);

test.each(Object.values(times.invalid).flat())('%p is no time', (text) => {
	expect(parseTimestamp(text)).toBeNull();
	expect(isTimestamp(text)).toBe(false);
});

test.each(['', ' ', '0001-01-01T00:00:00', '0001-01-01 00:00:00', '1970-01-01T00:00:00Z'])(
	'%j was never set',
	(text) => {
		expect(parseTimestamp(text)).toBeNull();
		expect(isTimestamp(text)).toBe(true);
	},
);

test('agrees with the engine on every time it writes', () => {
	const range = { min: new Date(1), max: new Date('9999-12-31'), noInvalidDate: true };
	fc.assert(
		fc.property(fc.date(range), (date) => {
			const text = date.toISOString();
			expect(parseTimestamp(text)).toBe(date.getTime());
			expect(parseTimestamp(text.replace(/[-:]/g, ''))).toBe(date.getTime());
		}),
		{ numRuns: 5000 },
	);
});

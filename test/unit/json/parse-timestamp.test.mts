import fc from 'fast-check';

import { normalizeTime, parseTimestamp, writeEpoch } from '../../../core/time.ts';
import times from '../../fixtures/timestamps.json' with { type: 'json' };

test.each(Object.values(times.moments).flatMap((group) => Object.entries<string>(group)))(
	'%s is %s',
	(text, iso) => {
		expect(new Date(parseTimestamp(text) ?? NaN).toISOString()).toBe(iso);
		expect(normalizeTime(normalizeTime(text) ?? '')).toBe(normalizeTime(text));
		expect(new Date(parseTimestamp(normalizeTime(text)) ?? NaN).toISOString()).toBe(iso);
	},
);

test.each(Object.entries<string | null>(times.written))('%j comes out as %j', (text, written) => {
	expect(normalizeTime(text)).toBe(written);
});

test.each(Object.values(times.invalid).flat())('%p is no time', (text) => {
	expect(parseTimestamp(text)).toBeNull();
	expect(normalizeTime(text)).toBeUndefined();
});

test.each([
	[1_763_631_600, '2025-11-20T09:40:00.000Z'],
	[1_763_631_600.25, '2025-11-20T09:40:00.250Z'],
	[1_763_631_600_250, '2025-11-20T09:40:00.250Z'],
])('%d since 1970 is %s', (number, iso) => {
	expect(writeEpoch(number)).toBe(iso);
});

test.each([0, -1_763_631_600, 42, 253_402_300_800_000, 1e16, NaN])(
	'%d since 1970 is no time of a call',
	(number) => {
		expect(writeEpoch(number)).toBeUndefined();
	},
);

test('agrees with the engine on every time it writes', () => {
	const range = { min: new Date(1), max: new Date('9999-12-31'), noInvalidDate: true };
	fc.assert(
		fc.property(fc.date(range), (date) => {
			const text = date.toISOString();
			expect(parseTimestamp(text)).toBe(date.getTime());
			expect(parseTimestamp(text.replace(/[-:]/g, ''))).toBe(date.getTime());
			expect(normalizeTime(text)).toBe(text);
			const toSeconds = Math.floor(date.getTime() / 1000) * 1000;
			expect(parseTimestamp(date.toUTCString())).toBe(toSeconds > 0 ? toSeconds : null);
		}),
		{ numRuns: 5000 },
	);
});

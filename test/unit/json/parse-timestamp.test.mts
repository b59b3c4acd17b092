import fc from 'fast-check';

import { parseTimestamp } from '../../../core/time.ts';

test.each([
	['2026-11-03T09:15:04.250Z', '2026-11-03T09:15:04.250Z'],
	['2026-11-03T09:15:04Z', '2026-11-03T09:15:04.000Z'],
	['2026-11-03T09:15Z', '2026-11-03T09:15:00.000Z'],
	['2026-11-03T09:15:04.2501234Z', '2026-11-03T09:15:04.250Z'],
	['2026-11-03T09:15:04.250', '2026-11-03T09:15:04.250Z'],
	['2026-11-03 09:15:04z', '2026-11-03T09:15:04.000Z'],
	['2026-11-03T11:15:04.250+02:00', '2026-11-03T09:15:04.250Z'],
	['2026-11-03T04:45:04.250-0430', '2026-11-03T09:15:04.250Z'],
	['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
	['2026-12-31T24:00:00Z', '2027-01-01T00:00:00.000Z'],
])('%s is %s', (text, iso) => {
	expect(new Date(parseTimestamp(text) ?? NaN).toISOString()).toBe(iso);
});

test.each([
	null,
	...['', 'now', '2026-11-03', '3.11.2026 09:15', 'Tue, 03 Nov 2026 09:15:04 GMT'],
	'1762161304250',
	'2026-13-03T09:15:04.250Z',
	'2026-11-03T25:15:04.250Z',
	'2026-11-03T09:15:04.25xZ',
	'2026-11-03T09:15:04,250Z',
	// A leap second: no clock of a computer shows it.
	'2016-12-31T23:59:60Z',
	' 2026-11-03T09:15:04.250Z',
	'2026-11-03T09:15:04.250Z\n',
	// Never set.
	...['0001-01-01T00:00:00', '0001-01-01 00:00:00', '1970-01-01T00:00:00Z'],
])('%p is no time', (text) => {
	expect(parseTimestamp(text)).toBeNull();
});

test('agrees with the engine on every time it writes', () => {
	const range = { min: new Date(1), max: new Date('9999-12-31'), noInvalidDate: true };
	fc.assert(
		fc.property(fc.date(range), (date) => {
			expect(parseTimestamp(date.toISOString())).toBe(date.getTime());
		}),
		{ numRuns: 5000 },
	);
});

import fc from 'fast-check';

import { parseTimestamp } from '../../../core/record/parse-timestamp.ts';

test.each([
	['2026-11-03T09:15:04.250Z', '2026-11-03T09:15:04.250Z', 0],
	['2026-11-03T09:15:04Z', '2026-11-03T09:15:04.000Z', 0],
	['2026-11-03T09:15Z', '2026-11-03T09:15:00.000Z', 0],
	['2026-11-03T09:15:04.2501234Z', '2026-11-03T09:15:04.250Z', 0.1234],
	['2026-11-03T09:15:04.250', '2026-11-03T09:15:04.250Z', 0],
	['2026-11-03 09:15:04z', '2026-11-03T09:15:04.000Z', 0],
	['2026-11-03T11:15:04.250+02:00', '2026-11-03T09:15:04.250Z', 0],
	['2026-11-03T04:45:04.250-0430', '2026-11-03T09:15:04.250Z', 0],
	['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z', 0],
])('%s is %s', (text, iso, fractionMs) => {
	expect(parseTimestamp(text)).toBeCloseTo(Date.parse(iso) + fractionMs, 3);
});

test.each([
	null,
	'',
	'now',
	'2026-11-03',
	'3.11.2026 09:15',
	'Tue, 03 Nov 2026 09:15:04 GMT',
	'1762161304250',
	'2026-13-03T09:15:04.250Z',
	'2026-00-03T09:15:04.250Z',
	'2026-11-32T09:15:04.250Z',
	'2026-11-03T25:15:04.250Z',
	'2026-11-03T09:60:04.250Z',
	'2026-11-03T09:15:61Z',
	'2026-11-03T09:15:0x.250Z',
	'2026-11-03T09:15:04,250Z',
	' 2026-11-03T09:15:04.250Z',
	'2026-11-03T09:15:04.250Z\n',
])('%p is no time', (text) => {
	expect(parseTimestamp(text)).toBeNull();
});

test('agrees with the engine on every time it writes', () => {
	const range = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
	fc.assert(
		fc.property(fc.date(range), (date) => {
			expect(parseTimestamp(date.toISOString())).toBe(date.getTime());
		}),
		{ numRuns: 5000 },
	);
});

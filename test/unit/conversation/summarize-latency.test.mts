import { measureLatency } from '../../../core/conversation/statistics.ts';

test.each([
	[[], { count: 0, median: null, p95: null, maximum: null }],
	[[2], { count: 1, median: 2, p95: 2, maximum: 2 }],
	[[4, 1], { count: 2, median: 2.5, p95: 4, maximum: 4 }],
	[[3, 1, 2], { count: 3, median: 2, p95: 3, maximum: 3 }],
	[[10, 9, 1, 2], { count: 4, median: 5.5, p95: 10, maximum: 10 }],
	[[-1, -3], { count: 2, median: -2, p95: -1, maximum: -1 }],
	[[1e308, 1.5e308], { count: 2, median: 1.25e308, p95: 1.5e308, maximum: 1.5e308 }],
])('%j', (values, expected) => {
	expect(measureLatency(values)).toEqual(expected);
});

test('the 95th percentile of 100 values is the 95th', () => {
	const values = Array.from({ length: 100 }, (_, index) => 100 - index);
	expect(measureLatency(values)).toEqual({ count: 100, median: 50.5, p95: 95, maximum: 100 });
});

import {
	type NoResponse,
	type ReceivedResponse,
	TIME_LIMIT,
} from '../../../../nodes/shared/http/outcome.ts';
import { decideRetry } from '../../../../nodes/shared/http/retry.ts';

const answer = (status: number, retryAfterMs?: number): ReceivedResponse => ({
	kind: 'response',
	status,
	body: '',
	retryAfterMs,
});
const unsent: NoResponse = { kind: 'no-response', reason: 'unreachable' };
const lost: NoResponse = { kind: 'no-response', reason: 'lost' };

test.each([429, 502, 503, 504])('a GET is tried three times on %i', (status) => {
	expect(decideRetry('GET', 1, answer(status))).toBe(500);
	expect(decideRetry('GET', 2, answer(status))).toBe(1000);
	expect(decideRetry('GET', 3, answer(status))).toBeUndefined();
});

test.each([200, 400, 403, 404, 500])('a GET is not repeated on %i', (status) => {
	expect(decideRetry('GET', 1, answer(status))).toBeUndefined();
});

test('Retry-After is honoured up to 30 s', () => {
	expect(decideRetry('GET', 1, answer(429, 30_000))).toBe(30_000);
	expect(decideRetry('GET', 1, answer(429, 30_001))).toBeUndefined();
});

test('a POST is repeated only where nothing can have taken effect', () => {
	expect(decideRetry('POST', 1, unsent)).toBe(500);
	expect(decideRetry('POST', 1, answer(429))).toBe(500);
	expect(decideRetry('POST', 1, answer(503, 0))).toBe(0);
	for (const outcome of [lost, answer(503), answer(502), answer(504), answer(500)]) {
		expect(decideRetry('POST', 1, outcome)).toBeUndefined();
	}
});

test('a GET is repeated when no answer came', () => {
	expect(decideRetry('GET', 1, unsent)).toBe(500);
	expect(decideRetry('GET', 1, lost)).toBe(500);
});

test('a GET is not repeated after its time limit', () => {
	expect(decideRetry('GET', 1, { ...lost, networkCode: TIME_LIMIT })).toBeUndefined();
});

test('a refresh is repeated only if it had no effect, and once', () => {
	const after = (failure: ReceivedResponse | NoResponse, tries = 1) =>
		decideRetry('GET', tries, { kind: 'refresh-failed', failure }, 1 + tries);
	expect(after(unsent)).toBe(500);
	expect(after(unsent, 2)).toBe(1000);
	for (const failure of [answer(429), answer(429, 0), answer(503, 0)]) {
		expect(after(failure)).toEqual(expect.any(Number));
		expect(after(failure, 2)).toBeUndefined();
	}
	for (const failure of [lost, answer(400), answer(500), answer(502), answer(503)]) {
		expect(after(failure)).toBeUndefined();
	}
});

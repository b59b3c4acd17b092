import { decideRetry } from '../../../../nodes/shared/http/decide-retry.ts';
import type {
	ReceivedResponse,
	NoResponse,
} from '../../../../nodes/shared/http/service-outcome.ts';

const answer = (status: number, retryAfterMs?: number): ReceivedResponse => ({
	kind: 'response',
	status,
	body: '',
	retryAfterMs,
});
const refused: NoResponse = { kind: 'no-response', reason: 'refused' };
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
	expect(decideRetry('POST', 1, refused)).toBe(500);
	expect(decideRetry('POST', 1, answer(429))).toBe(500);
	expect(decideRetry('POST', 1, answer(503, 0))).toBe(0);
	for (const outcome of [lost, answer(503), answer(502), answer(504), answer(500)]) {
		expect(decideRetry('POST', 1, outcome)).toBeUndefined();
	}
});

test('a GET is repeated when no answer came', () => {
	expect(decideRetry('GET', 1, refused)).toBe(500);
	expect(decideRetry('GET', 1, lost)).toBe(500);
});

test('a renewal is repeated only if nobody has seen the refresh token', () => {
	const after = (failure: ReceivedResponse | NoResponse) =>
		decideRetry('GET', 1, { kind: 'renewal-failed', failure });
	expect(after(refused)).toBe(500);
	for (const failure of [lost, answer(429, 0), answer(500), answer(502), answer(503, 0)]) {
		expect(after(failure)).toBeUndefined();
	}
});

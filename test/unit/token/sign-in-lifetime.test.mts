import { isRefreshDue, readRefreshTokenLifetime } from '../../../core/token/sign-in-lifetime.ts';
import { unsignedToken } from '../../support/tokens/sign-test-tokens.mts';

const DAY_MS = 24 * 60 * 60 * 1000;
const iat = 1_800_000_000;
const givenOutAtMs = iat * 1000;

const sign = (claims: object): string => `${unsignedToken({ alg: 'RS256' }, claims)}.x`;
const accessToken = sign({ iat, exp: iat + 86_400 });

test.each<[string, string, string | undefined, number | undefined, number | null, number | null]>([
	['exp of the refresh token', accessToken, sign({ exp: iat + 600 }), 60, iat, iat + 600],
	['refresh_expires_in, for an opaque refresh token', accessToken, 'opaque', 60, iat, iat + 60],
	['refresh_expires_in, without a refresh token', accessToken, undefined, 60, iat, iat + 60],
	['refresh_expires_in, without exp', accessToken, sign({ sub: 'no exp' }), 60, iat, iat + 60],
	['no end, for a refresh_expires_in of 0', accessToken, undefined, 0, iat, null],
	['no end, without refresh_expires_in', accessToken, undefined, undefined, iat, null],
	['nothing, for an opaque access token', 'opaque', undefined, 60, null, null],
])('the lifetime is read from %s', (_from, access, refreshToken, seconds, from, to) => {
	const tokens = { accessToken: access, refreshToken, refreshExpiresInSeconds: seconds };
	const [refreshedAtMs, endsAtMs] = [from, to].map((moment) => moment && moment * 1000);
	expect(readRefreshTokenLifetime(tokens)).toEqual({ refreshedAtMs, endsAtMs });
});

describe('isRefreshDue', () => {
	const life = { refreshedAtMs: givenOutAtMs, endsAtMs: givenOutAtMs + 30 * DAY_MS };

	test.each([
		['half the named life', life, 15 * DAY_MS],
		['7 days if no end is named', { ...life, endsAtMs: null }, 7 * DAY_MS],
	])('is true after %s, and not before', (_, known, dueAgeMs) => {
		expect(isRefreshDue(known, givenOutAtMs + dueAgeMs - 1)).toBe(false);
		expect(isRefreshDue(known, givenOutAtMs + dueAgeMs)).toBe(true);
	});

	test('is true if nothing says when the tokens were given out', () => {
		expect(isRefreshDue({ ...life, refreshedAtMs: null }, givenOutAtMs)).toBe(true);
	});
});

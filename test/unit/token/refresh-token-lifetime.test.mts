import { isRefreshDue, readRefreshTokenLifetime } from '../../../core/token/claims.ts';
import { unsignedToken } from './sign-test-tokens.mts';

const DAY_MS = 24 * 60 * 60 * 1000;
const iat = 1_800_000_000;
const givenOutAtMs = iat * 1000;

const token = (claims: object): string => `${unsignedToken({ alg: 'RS256' }, claims)}.x`;
const accessToken = token({ iat, exp: iat + 86_400 });

describe('readRefreshTokenLifetime', () => {
	test('takes the end from exp of the refresh token', () => {
		const refreshToken = token({ exp: iat + 600 });
		expect(
			readRefreshTokenLifetime({ accessToken, refreshToken, refreshExpiresInSeconds: 60 }),
		).toEqual({
			refreshedAtMs: givenOutAtMs,
			endsAtMs: givenOutAtMs + 600_000,
		});
	});

	test.each([['opaque'], [undefined], [token({ sub: 'no exp' })]])(
		'else from refresh_expires_in, counted from iat (refresh token: %s)',
		(refreshToken) => {
			const tokens = { accessToken, refreshToken, refreshExpiresInSeconds: 60 };
			expect(readRefreshTokenLifetime(tokens).endsAtMs).toBe(givenOutAtMs + 60_000);
		},
	);

	test.each([[0], [undefined]])('%s names no end', (refreshExpiresInSeconds) => {
		const tokens = { accessToken, refreshToken: undefined, refreshExpiresInSeconds };
		expect(readRefreshTokenLifetime(tokens).endsAtMs).toBeNull();
	});

	test('an opaque access token says nothing', () => {
		const tokens = { accessToken: 'opaque', refreshToken: undefined, refreshExpiresInSeconds: 60 };
		expect(readRefreshTokenLifetime(tokens)).toEqual({ refreshedAtMs: null, endsAtMs: null });
	});
});

describe('isRefreshDue', () => {
	const life = { refreshedAtMs: givenOutAtMs, endsAtMs: givenOutAtMs + 30 * DAY_MS };

	test.each([
		['half the named life', life, 15 * DAY_MS],
		['7 days if no end is named', { ...life, endsAtMs: null }, 7 * DAY_MS],
	])('after %s', (_, known, dueAgeMs) => {
		expect(isRefreshDue(known, givenOutAtMs + dueAgeMs - 1)).toBe(false);
		expect(isRefreshDue(known, givenOutAtMs + dueAgeMs)).toBe(true);
	});

	test('always if nothing says when the tokens were given out', () => {
		expect(isRefreshDue({ ...life, refreshedAtMs: null }, givenOutAtMs)).toBe(true);
	});
});

import { isRefreshDue, readRefreshTokenLifetime } from '../../../core/token/sign-in-lifetime.ts';
import { unsignedToken } from '../../support/tokens/sign-test-tokens.mts';

const DAY_MS = 24 * 60 * 60 * 1000;
const iat = 1_800_000_000;
const givenOutAtMs = iat * 1000;

const sign = (claims: object): string => `${unsignedToken({ alg: 'RS256' }, claims)}.x`;
const accessToken = sign({ iat, exp: iat + 86_400 });

describe('readRefreshTokenLifetime', () => {
	test('takes the end from exp of the refresh token', () => {
		const refreshToken = sign({ exp: iat + 600 });
		const tokens = { accessToken, refreshToken, refreshExpiresInSeconds: 60 };
		const expected = { refreshedAtMs: givenOutAtMs, endsAtMs: givenOutAtMs + 600_000 };
		expect(readRefreshTokenLifetime(tokens)).toEqual(expected);
	});

	test.each([['opaque'], [undefined], [sign({ sub: 'no exp' })]])(
		'else takes it from refresh_expires_in, counted from iat (refresh token: %s)',
		(refreshToken) => {
			const tokens = { accessToken, refreshToken, refreshExpiresInSeconds: 60 };
			expect(readRefreshTokenLifetime(tokens).endsAtMs).toBe(givenOutAtMs + 60_000);
		},
	);

	test.each([[0], [undefined]])(
		'takes a refresh_expires_in of %s for no end',
		(refreshExpiresInSeconds) => {
			const tokens = { accessToken, refreshToken: undefined, refreshExpiresInSeconds };
			expect(readRefreshTokenLifetime(tokens).endsAtMs).toBeNull();
		},
	);

	test('reads nothing out of an opaque access token', () => {
		const tokens = { accessToken: 'opaque', refreshToken: undefined, refreshExpiresInSeconds: 60 };
		expect(readRefreshTokenLifetime(tokens)).toEqual({ refreshedAtMs: null, endsAtMs: null });
	});
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

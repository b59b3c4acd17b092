import { decodeUnverifiedTokenClaims } from './claims';

/** The tokens of a sign-in as the identity server gave them (part 2.2 of the interface document). */
type SignInTokens = {
	accessToken: string;
	refreshToken: string | undefined;
	/** `refresh_expires_in` of the token response; 0 names no end. */
	refreshExpiresInSeconds: number | undefined;
};

/** Moments in milliseconds since 1970, as the tokens say them; `null` if they do not. */
type RefreshTokenLifetime = {
	/** When the tokens were given out. */
	refreshedAtMs: number | null;
	/** When the sign-in ends unless it is refreshed before. */
	endsAtMs: number | null;
};

const MAX_AGE_WITHOUT_END_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Reads how long a sign-in lasts: to `exp` of the refresh token, else for `refresh_expires_in` from
 * `iat` of the access token on. Nothing is verified: the tokens came from the identity server itself,
 * and what they say of time decides nothing but when to refresh.
 */
export function readRefreshTokenLifetime(tokens: SignInTokens): RefreshTokenLifetime {
	const refreshedAtMs = readMoment(tokens.accessToken, 'iat');
	const { refreshExpiresInSeconds: seconds = 0 } = tokens;
	const counted = refreshedAtMs !== null && seconds > 0 ? refreshedAtMs + seconds * 1000 : null;
	return { refreshedAtMs, endsAtMs: readMoment(tokens.refreshToken, 'exp') ?? counted };
}

/**
 * Whether a sign-in should be refreshed so it does not end: once half its lifetime is over, or after 7
 * days if no end is named. Tokens that do not say when they were given out always should.
 */
export function isRefreshDue({ refreshedAtMs, endsAtMs }: RefreshTokenLifetime, nowMs: number) {
	if (refreshedAtMs === null) return true;
	const dueAgeMs = endsAtMs === null ? MAX_AGE_WITHOUT_END_MS : (endsAtMs - refreshedAtMs) / 2;
	return nowMs - refreshedAtMs >= dueAgeMs;
}

function readMoment(token: string | undefined, claim: 'exp' | 'iat'): number | null {
	const seconds = decodeUnverifiedTokenClaims(token)?.[claim];
	return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : null;
}

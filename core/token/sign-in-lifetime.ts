import { DAY_MS } from '../time';
import { decodeUnverifiedTokenClaims } from './claims';

type SignInTokens = {
	accessToken: string;
	refreshToken: string | undefined;
	/** `refresh_expires_in` of the token response (part 2.2); 0 names no end. */
	refreshExpiresInSeconds: number | undefined;
};

/** Milliseconds since 1970; `null` if unknown. */
type RefreshTokenLifetime = { refreshedAtMs: number | null; endsAtMs: number | null };

const MAX_AGE_WITHOUT_END_MS = 7 * DAY_MS;

/** Ends at `exp` of the refresh token, else `refresh_expires_in` after `iat` of the access token. No claim is verified. */
export function readRefreshTokenLifetime(tokens: SignInTokens): RefreshTokenLifetime {
	const refreshedAtMs = readClaimMoment(tokens.accessToken, 'iat');
	const { refreshExpiresInSeconds: seconds = 0 } = tokens;
	const counted = refreshedAtMs !== null && seconds > 0 ? refreshedAtMs + seconds * 1000 : null;
	return { refreshedAtMs, endsAtMs: readClaimMoment(tokens.refreshToken, 'exp') ?? counted };
}

/** Due after half of a sign-in's lifetime, after 7 days if no end is named, at once if `iat` is missing. */
export function isRefreshDue({ refreshedAtMs, endsAtMs }: RefreshTokenLifetime, nowMs: number) {
	if (refreshedAtMs === null) return true;
	const dueAgeMs = endsAtMs === null ? MAX_AGE_WITHOUT_END_MS : (endsAtMs - refreshedAtMs) / 2;
	return nowMs - refreshedAtMs >= dueAgeMs;
}

function readClaimMoment(token: string | undefined, claim: 'exp' | 'iat'): number | null {
	const seconds = decodeUnverifiedTokenClaims(token)?.[claim];
	return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : null;
}

import { decodeUnverifiedTokenClaims, readSignInLife, type SignInLife } from '../../../core';
import type { Connection } from './connection';

/** How long the sign-in lasts; `undefined` for a pasted access token, which has none. */
export function findSignInLife({ accessToken, signIn }: Connection): SignInLife | undefined {
	if (signIn === undefined) return undefined;
	const { refreshToken, refreshExpiresInSeconds } = signIn;
	return readSignInLife({ accessToken, refreshToken, refreshExpiresInSeconds });
}

/** When the sign-in ends unless it is refreshed before, ISO 8601; `null` if nothing names an end. */
export function findSignInEnd(connection: Connection): string | null {
	return toIso(findSignInLife(connection)?.endsAtMs ?? null);
}

/** `exp` of the access token, ISO 8601; `null` if it names none. */
export function findAccessTokenEnd({ accessToken }: Connection): string | null {
	const seconds = decodeUnverifiedTokenClaims(accessToken)?.exp;
	return toIso(typeof seconds === 'number' ? seconds * 1000 : null);
}

function toIso(milliseconds: number | null): string | null {
	const moment = new Date(milliseconds ?? Number.NaN);
	return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

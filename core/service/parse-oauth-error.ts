import * as z from 'zod/v4-mini';

/** What an identity server says of a failed request (RFC 6749, 5.2; part 4.2 of the interface document). */
export type OAuthError = {
	/** `error`, such as `invalid_grant`; `undefined` if the body holds none. */
	error: string | undefined;
	/** `error_description`, if there is one. */
	description: string | undefined;
};

const TEXT = z.catch(z.optional(z.string().check(z.minLength(1))), undefined);

const OAUTH_ERROR = z.catch(z.object({ error: TEXT, error_description: TEXT }), {
	error: undefined,
	error_description: undefined,
});

/** Reads the parsed body of an error response. Never fails: what is no text counts as not there. */
export function parseOAuthError(body: unknown): OAuthError {
	const { error, error_description: description } = z.parse(OAUTH_ERROR, body);
	return { error, description };
}

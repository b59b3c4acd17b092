import * as z from 'zod/v4';
import type { Passed } from './start-proxy.mts';
import type { Stage } from './start-suite.mts';

const tokenAnswer = z.looseObject({
	access_token: z.string(),
	id_token: z.string(),
	refresh_expires_in: z.number(),
	scope: z.string(),
});

/** The last request to the token endpoint. */
export function findTokenRequest({ proxy }: Stage): Passed {
	const found = proxy.passed.filter(({ path }) => path.endsWith('/token')).at(-1);
	if (found === undefined) throw new Error('Keycloak received no token request.');
	return found;
}

/** What Keycloak gave last. */
export const readTokens = (stage: Stage): z.infer<typeof tokenAnswer> =>
	tokenAnswer.parse(JSON.parse(findTokenRequest(stage).answer));

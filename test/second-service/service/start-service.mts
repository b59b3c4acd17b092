import { createApi } from './api.mts';
import type { Api } from './api.mts';
import { createIdentity } from './identity.mts';
import type { Identity, IdentityChoices } from './identity.mts';
import { serve } from './serve.mts';
import type { Server } from './serve.mts';
import { storage } from './storage.mts';

export interface SecondService extends Server {
	identity: Identity;
	api: Api;
}

/**
 * A service of its own, written from docs/engineering/service-interface.md alone. It shares no code with the
 * sandbox, and makes what the document leaves open the other way.
 */
export async function startSecondService(
	choices: Partial<IdentityChoices> = {},
): Promise<SecondService> {
	const parts: { identity?: Identity; api?: Api } = {};
	const server = await serve((url) => {
		parts.identity = createIdentity(url, {
			accessTokens: 'jwt',
			idTokens: 'ES256',
			keys: 1,
			...choices,
		});
		parts.api = createApi(parts.identity);
		return [parts.identity.part, parts.api.part, storage];
	});
	const { identity, api } = parts;
	if (identity === undefined || api === undefined) throw new Error('The service was not built.');
	return { ...server, identity, api };
}

import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import Koa, { type Middleware } from 'koa';
import { listenOnLoopback } from '../listen-on-loopback.mts';
import type { IdentityOptions, IdentityServer } from './identity-types.mts';
import {
	createIdentityState,
	dropEntries,
	generateSigningKey,
	publicPart,
	readMemory,
	readToken,
} from './identity-state.mts';
import { createProvider } from './create-provider.mts';
import type { Realm } from './realm.mts';
import { createRoutes, respondNotFound } from './create-routes.mts';
import { issueTokens } from './issue-tokens.mts';

/** Starts the identity server on loopback (parts 4.2, 5 and 8 of the interface document). */
export async function startIdentity(options: IdentityOptions): Promise<IdentityServer> {
	const { audience } = options;
	const state = await createIdentityState(options);
	const app = new Koa();
	for (const middleware of options.before ?? []) app.use(middleware);
	const server = await listenOnLoopback(options.port ?? 0);

	const prefix = '/realms/voice-agent';
	const realm: Realm = {
		address: `${server.url}${prefix}`,
		issuer: `${replaceHost(server.url, options.speech().ways.issuerHost)}${prefix}`,
		prefix,
		audience,
		state,
		speech: options.speech,
		signJwt: async (claims, header) => {
			const { signingKey } = state;
			const iat = Math.floor(Date.now() / 1000);
			return await new SignJWT({
				...{ iss: realm.issuer, iat, exp: iat + 300, jti: randomUUID() },
				...claims,
			})
				.setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: signingKey.kid, ...header })
				.sign(signingKey);
		},
	};
	let provider = createProvider(realm);
	const router = createRoutes(realm, () => provider);
	app.use(answerOtherwise(options));
	app.use(respondNotFound(realm));
	app.use(router.routes()).use(router.allowedMethods());
	server.serve(app.callback());

	return {
		url: realm.address,
		issuer: realm.issuer,
		audience,
		isOwn: true,
		jwks: async () => ({ keys: [publicPart(state.signingKey)] }),
		issueTokens: (wanted) => issueTokens(provider, realm, wanted),
		signJwt: realm.signJwt,
		readToken: (token) => readToken(state, token),
		isRevoked: (tokenId) => state.revoked.includes(tokenId),
		revokeAccessTokens() {
			state.revoked.push(...Object.keys(state.models.AccessToken ?? {}));
			state.models.AccessToken = {};
		},
		revokeRefreshTokens() {
			state.models.RefreshToken = {};
		},
		async rotateKeys() {
			state.signingKey = await generateSigningKey();
			// Signed by a key that is served no more.
			state.models.AccessToken = {};
			provider = createProvider(realm);
		},
		setLifetimes(lifetimes) {
			Object.assign(state.lifetimes, lifetimes);
		},
		async endBrowserSessions(userId) {
			dropEntries(state.models.Session, ({ accountId }) => accountId === userId);
		},
		readMemory: () => readMemory(state),
		async reset() {
			state.reset();
			provider = createProvider(realm);
		},
		close: server.close,
	};
}

/** The address under another name of this machine, if there is one. */
function replaceHost(address: string, host: string | undefined): string {
	if (host === undefined) return address;
	const url = new URL(address);
	url.hostname = host;
	return url.origin;
}

/** Lets a dialect answer in place of the server, once the request has taken effect. */
function answerOtherwise({ speech, wait }: IdentityOptions): Middleware {
	return async (ctx, next) => {
		await next();
		const answer = speech().ways.identityAnswers[ctx.path.split('/').at(-1) ?? ''];
		if (answer?.delayMs !== undefined) await wait(answer.delayMs);
		if (answer?.change !== undefined) ctx.body = answer.change(Object(ctx.body));
		if (answer?.status === undefined) return;
		ctx.status = answer.status;
		ctx.set(answer.headers ?? {});
		ctx.body = answer.body ?? '';
	};
}

import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import { CookieJar } from 'tough-cookie';
import { signIn } from '../../../sandbox/identity/sign-in.mts';
import { startIdentity } from '../../../sandbox/identity/start-identity.mts';
import type { IdentityOptions, IdentityServer, SandboxClient } from '../../../sandbox/types.mts';

export const callback = 'http://127.0.0.1:5678/rest/oauth2-credential/callback';
export const everyScope = 'openid profile email offline_access';

export const user = {
	id: 'b1f4c1ce-7b0c-4d0e-9a53-0d1a5d1f0001',
	username: 'demo',
	password: 'demo password & more',
	name: 'Demo "D" User',
	email: 'demo@example.com',
};
export const otherUser = { ...user, id: 'other-id', username: 'other', password: 'other password' };
export const publicClient = { clientId: 'test-public', redirectUris: [callback] };
export const confidentialClient = {
	clientId: 'test-confidential',
	clientSecret: 'test secret+/=',
	redirectUris: [callback],
};

export async function startTestIdentity(
	options: Partial<IdentityOptions> = {},
): Promise<IdentityServer> {
	return await startIdentity({
		clients: [publicClient, confidentialClient],
		users: [user, otherUser],
		...options,
	});
}

export const endpoint = (identity: IdentityServer, name: string) =>
	`${identity.url}/protocol/openid-connect/${name}`;

export interface Verifier {
	verifier: string;
	challenge: string;
}

export function createVerifier(verifier = randomBytes(32).toString('base64url')): Verifier {
	return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Parameters of a valid authorization request; `undefined` leaves one out. */
export type Parameters = Record<string, string | undefined>;

export const withoutUndefined = (parameters: Parameters) =>
	new URLSearchParams(
		Object.entries(parameters).flatMap(([key, value]) =>
			value === undefined ? [] : [[key, value]],
		),
	);

export function authorizationUrl(identity: IdentityServer, parameters: Parameters): string {
	const query = withoutUndefined({
		client_id: publicClient.clientId,
		redirect_uri: callback,
		response_type: 'code',
		scope: everyScope,
		state: 'state-1',
		...parameters,
	});
	return `${endpoint(identity, 'auth')}?${query}`;
}

/** Where the browser comes back to after signing in: the query of the callback. */
export async function authorize(
	identity: IdentityServer,
	parameters: Parameters,
	cookies?: CookieJar,
): Promise<URLSearchParams> {
	const { callbackUrl } = await signIn({
		authorizationUrl: authorizationUrl(identity, parameters),
		username: user.username,
		password: user.password,
		cookies,
	});
	expect(callbackUrl.split('?')[0]).toBe(parameters.redirect_uri ?? callback);
	return new URL(callbackUrl).searchParams;
}

export interface Answer {
	status: number;
	body: Record<string, unknown>;
}

export async function postForm(
	identity: IdentityServer,
	name: string,
	form: Parameters,
	headers: Record<string, string> = {},
): Promise<Answer> {
	const response = await fetch(endpoint(identity, name), {
		method: 'POST',
		body: withoutUndefined(form),
		headers,
	});
	const text = await response.text();
	return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

const secretOf = (client: SandboxClient) => ({
	client_id: client.clientId,
	client_secret: client.clientSecret,
});

/** The form of a valid code exchange. */
export const codeForm = (client: SandboxClient, code: string | null, verifier?: string) => ({
	grant_type: 'authorization_code',
	...secretOf(client),
	code: code ?? 'missing',
	redirect_uri: callback,
	code_verifier: verifier,
});

export const refresh = (identity: IdentityServer, client: SandboxClient, refreshToken: unknown) =>
	postForm(identity, 'token', {
		grant_type: 'refresh_token',
		...secretOf(client),
		refresh_token: String(refreshToken),
	});

export const logOut = (
	identity: IdentityServer,
	client: SandboxClient,
	refreshToken: unknown,
	changed: Parameters = {},
) =>
	postForm(identity, 'logout', {
		...secretOf(client),
		refresh_token: String(refreshToken),
		...changed,
	});

/** A whole sign-in of a public application: authorization request, login page, code exchange. */
export async function signInFully(
	identity: IdentityServer,
	options: { scope?: string; client?: SandboxClient; cookies?: CookieJar } = {},
): Promise<Record<string, unknown>> {
	const { scope = everyScope, client = publicClient, cookies } = options;
	const { verifier, challenge } = createVerifier();
	const parameters = {
		client_id: client.clientId,
		scope,
		code_challenge: challenge,
		code_challenge_method: 'S256',
	};
	const code = (await authorize(identity, parameters, cookies)).get('code');
	const { status, body } = await postForm(identity, 'token', codeForm(client, code, verifier));
	expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
	return body;
}

/** Verifies against the served keys, as the service's API and any client does. */
export async function verify(
	identity: IdentityServer,
	token: unknown,
	audience: string,
): Promise<JWTPayload> {
	const keys = createRemoteJWKSet(new URL(endpoint(identity, 'certs')));
	const options = { issuer: identity.url, audience, algorithms: ['RS256'] };
	return (await jwtVerify(String(token), keys, options)).payload;
}

export async function readUserinfo(identity: IdentityServer, token: unknown): Promise<Answer> {
	const response = await fetch(endpoint(identity, 'userinfo'), {
		headers: { authorization: `Bearer ${String(token)}` },
	});
	return { status: response.status, body: await response.json() };
}

/** Freezes `Date`, server included (it runs in this process), and leaves timers alone. */
export function freezeClock(now: Date): void {
	jest.useFakeTimers({
		now,
		doNotFake: [
			'hrtime',
			'nextTick',
			'performance',
			'queueMicrotask',
			'setImmediate',
			'clearImmediate',
			'setInterval',
			'clearInterval',
			'setTimeout',
			'clearTimeout',
		],
	});
}

import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import type { CookieJar } from 'tough-cookie';
import { defaultRedirectUris } from '../../../sandbox/default-people.mts';
import { signIn, SignInError, type SignInResult } from '../../../host/sign-in.mts';
import type { Sandbox, SandboxClient } from '../../../sandbox/types.mts';

export const callback = String(defaultRedirectUris[1]);
export const everyScope = 'openid profile email offline_access';

const verifier = randomBytes(32).toString('base64url');

/** One verifier for all sign-ins, and what an authorization request says of it. */
export const pkce = {
	verifier,
	challenge: {
		code_challenge: createHash('sha256').update(verifier).digest('base64url'),
		code_challenge_method: 'S256',
	},
};

export const endpoint = (sandbox: Sandbox, name: string) =>
	`${sandbox.identityServerUrl}/protocol/openid-connect/${name}`;

/** Of a query or a form; `undefined` leaves one out. */
export type Parameters = Record<string, string | undefined>;

const withoutUndefined = (parameters: Parameters) =>
	new URLSearchParams(JSON.parse(JSON.stringify(parameters)));

/** The address of a valid authorization request of the public application, with what a test changes. */
export function authorizationUrl(sandbox: Sandbox, changed: Parameters = {}): string {
	const query = withoutUndefined({
		client_id: sandbox.clients.public.clientId,
		redirect_uri: callback,
		response_type: 'code',
		scope: everyScope,
		state: 'state-1',
		...pkce.challenge,
		...changed,
	});
	return `${endpoint(sandbox, 'auth')}?${query}`;
}

/** The demo user signs in in a browser. */
export const signInByBrowser = (
	sandbox: Sandbox,
	changed: Parameters = {},
	cookies?: CookieJar,
	{ username, password } = sandbox.user,
): Promise<SignInResult> =>
	signIn({ authorizationUrl: authorizationUrl(sandbox, changed), username, password, cookies });

/** Where the browser comes back to after signing in: the query of the callback. */
export async function authorize(
	sandbox: Sandbox,
	changed: Parameters = {},
	cookies?: CookieJar,
): Promise<URLSearchParams> {
	const { callbackUrl } = await signInByBrowser(sandbox, changed, cookies);
	expect(callbackUrl.split('?')[0]).toBe(changed.redirect_uri ?? callback);
	return new URL(callbackUrl).searchParams;
}

/** Why a sign-in ended at a page of the identity server. */
export async function failSignIn(
	sandbox: Sandbox,
	changed: Parameters,
	user = sandbox.user,
): Promise<SignInError> {
	const error: unknown = await signInByBrowser(sandbox, changed, undefined, user).catch(
		(reason: unknown) => reason,
	);
	if (!(error instanceof SignInError)) throw new Error('The sign-in went through.');
	return error;
}

interface Answer {
	status: number;
	body: Record<string, unknown>;
}

async function postForm(sandbox: Sandbox, name: string, form: Parameters): Promise<Answer> {
	const body = withoutUndefined(form);
	const response = await fetch(endpoint(sandbox, name), { method: 'POST', body });
	const text = await response.text();
	return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

const secretOf = (client: SandboxClient) => ({
	client_id: client.clientId,
	client_secret: client.clientSecret,
});

/** A valid code exchange, with what a test changes. */
export const exchangeCode = (
	sandbox: Sandbox,
	code: string | null,
	client = sandbox.clients.public,
	changed: Parameters = {},
) =>
	postForm(sandbox, 'token', {
		grant_type: 'authorization_code',
		...secretOf(client),
		code: String(code),
		redirect_uri: callback,
		code_verifier: pkce.verifier,
		...changed,
	});

/** A valid request with a refresh token, with what a test changes. */
const sendToken =
	(name: string, grant: Parameters = {}) =>
	(
		sandbox: Sandbox,
		refreshToken: unknown,
		client = sandbox.clients.public,
		changed: Parameters = {},
	) =>
		postForm(sandbox, name, {
			...grant,
			...secretOf(client),
			refresh_token: String(refreshToken),
			...changed,
		});

export const refresh = sendToken('token', { grant_type: 'refresh_token' });
export const logOut = sendToken('logout');

/** A whole sign-in: authorization request, login page, code exchange. */
export async function signInFully(
	sandbox: Sandbox,
	{ client = sandbox.clients.public, scope = everyScope } = {},
	cookies?: CookieJar,
): Promise<Record<string, unknown>> {
	const query = await authorize(sandbox, { client_id: client.clientId, scope }, cookies);
	const { status, body } = await exchangeCode(sandbox, query.get('code'), client);
	expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
	return body;
}

/** Verifies against the served keys, as the service's API and any client does. */
export async function verify(
	sandbox: Sandbox,
	token: unknown,
	audience = sandbox.identity.audience,
): Promise<JWTPayload> {
	const keys = createRemoteJWKSet(new URL(endpoint(sandbox, 'certs')));
	const options = { issuer: sandbox.identityServerUrl, audience, algorithms: ['RS256'] };
	return (await jwtVerify(String(token), keys, options)).payload;
}

export async function readUserinfo(sandbox: Sandbox, token: unknown): Promise<Answer> {
	const response = await fetch(endpoint(sandbox, 'userinfo'), {
		headers: { authorization: `Bearer ${String(token)}` },
	});
	return { status: response.status, body: await response.json() };
}

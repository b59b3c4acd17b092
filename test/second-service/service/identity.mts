import {
	createHash,
	createHmac,
	generateKeyPairSync,
	randomBytes,
	randomUUID,
	sign,
} from 'node:crypto';
import type { Call, Part, Reply } from './serve.mts';
import { toJson } from './serve.mts';

const accessTokenSeconds = 86_400;
const realm = '/tenants/seven';

/** Its secret holds what a form has to escape. */
export const client = { clientId: 'app.7f', clientSecret: 'p+q/r= &%5' };
export const redirectUri = 'http://localhost:5678/rest/oauth2-credential/callback';

/** What the interface document leaves open, and what stays changeable while the service runs. */
export interface IdentityChoices {
	accessTokens: 'jwt' | 'opaque';
	idTokens: 'HS256' | 'ES256';
	/** A second key makes tokens without `kid` ambiguous. */
	keys: 1 | 2;
}

interface Session {
	challenge: string;
	code?: string;
	refreshToken: string;
	usedTokens: Set<string>;
	ended?: string;
}

export interface Identity {
	part: Part;
	url: string;
	choices: IdentityChoices;
	/** A token as the service signs it for itself; these claims over its own. */
	signToken(claims?: Record<string, unknown>): string;
	knowsAccessToken(token: string): boolean;
	/** Makes the API reject every access token issued so far. */
	forgetAccessTokens(): void;
	/** Why sessions ended, in their order. */
	endings(): string[];
}

/** Part 4.2: one realm, one confidential application, ES256 and no key ids. */
export function createIdentity(serviceUrl: string, choices: IdentityChoices): Identity {
	const url = `${serviceUrl}${realm}`;
	const keys = [newKey(), newKey()] as const;
	const sessions: Session[] = [];
	const accessTokens = new Set<string>();

	const signToken = (claims: Record<string, unknown> = {}, type = 'at+jwt') => {
		const now = Date.now() / 1000;
		// RFC 7519 allows fractions of a second.
		const own = { jti: randomUUID(), sub: 'user|7', aud: ['api', client.clientId], iss: url };
		const times = { iat: now - 0.25, exp: now + accessTokenSeconds };
		const input = encode({ typ: type, alg: 'ES256' }, { ...times, ...own, ...claims });
		const bytes = sign('sha256', Buffer.from(input), {
			key: keys[0].privateKey,
			dsaEncoding: 'ieee-p1363',
		});
		return `${input}.${bytes.toString('base64url')}`;
	};

	const signIdToken = (accessToken: string) => {
		const half = createHash('sha256').update(accessToken).digest().subarray(0, 16);
		const claims = { at_hash: half.toString('base64url'), aud: client.clientId };
		if (choices.idTokens === 'ES256') return signToken(claims, 'JWT');
		const now = Math.floor(Date.now() / 1000);
		const times = { iat: now, exp: now + 300 };
		const input = encode({ alg: 'HS256' }, { ...claims, ...times, iss: url, sub: 'user|7' });
		const mac = createHmac('sha256', client.clientSecret).update(input);
		return `${input}.${mac.digest('base64url')}`;
	};

	/** Part 2.2 in another order: a number as text, fields of its own, no refresh_expires_in, no scope. */
	const issueTokens = (session: Session, withIdToken: boolean): Reply => {
		const accessToken = choices.accessTokens === 'jwt' ? signToken() : newSecret();
		accessTokens.add(accessToken);
		session.refreshToken = newSecret();
		return toJson(200, {
			refresh_token: session.refreshToken,
			'not-before-policy': 0,
			expires_in: String(accessTokenSeconds),
			issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
			...(withIdToken && { id_token: signIdToken(accessToken) }),
			access_token: accessToken,
			token_type: 'bearer',
		});
	};

	const authorize = ({ query }: Call): Reply => {
		const target = query.get('redirect_uri');
		if (query.get('client_id') !== client.clientId || target !== redirectUri) {
			return { status: 400, body: 'Unknown application or redirect URI' };
		}
		if (query.get('response_type') !== 'code' || query.get('code_challenge_method') !== 'S256') {
			return redirect(target, { error: 'invalid_request', state: query.get('state') ?? '' });
		}
		const code = newSecret();
		sessions.push({
			challenge: query.get('code_challenge') ?? '',
			code,
			refreshToken: '',
			usedTokens: new Set(),
		});
		// The order is its own, and so is `iss` (RFC 9207).
		return redirect(target, { state: query.get('state') ?? '', iss: url, code });
	};

	const exchangeCode = (form: URLSearchParams): Reply => {
		const session = sessions.find(({ code }) => code === form.get('code'));
		const verifier = form.get('code_verifier') ?? '';
		const challenge = createHash('sha256').update(verifier).digest('base64url');
		if (session === undefined || session.challenge !== challenge || verifier.length < 43) {
			return reject('invalid_grant', 'Code or verifier do not fit.');
		}
		delete session.code;
		return issueTokens(session, true);
	};

	/** A refresh token that is shown twice ends its session: one of the two who showed it stole it. */
	const refresh = (form: URLSearchParams): Reply => {
		const token = form.get('refresh_token') ?? '';
		const session = sessions.find(
			({ refreshToken, usedTokens }) => refreshToken === token || usedTokens.has(token),
		);
		if (session === undefined || session.ended) return reject('invalid_grant', 'Session ended.');
		if (session.usedTokens.has(token)) {
			session.ended = 'reuse';
			return reject('invalid_grant', 'The refresh token was used before; the session has ended.');
		}
		session.usedTokens.add(token);
		return issueTokens(session, false);
	};

	const exchange = ({ body }: Call): Reply => {
		const form = new URLSearchParams(body.toString());
		const isClient = form.get('client_id') === client.clientId;
		if (!isClient || form.get('client_secret') !== client.clientSecret) {
			return { ...reject('invalid_client', 'Unknown application or wrong secret.'), status: 401 };
		}
		if (form.get('grant_type') === 'authorization_code') return exchangeCode(form);
		if (form.get('grant_type') === 'refresh_token') return refresh(form);
		return reject('unsupported_grant_type', 'Use a code or a refresh token.');
	};

	/** It takes effect, and sends the browser on, although none is there. */
	const logout = ({ body }: Call): Reply => {
		const token = new URLSearchParams(body.toString()).get('refresh_token');
		const session = sessions.find(({ refreshToken }) => refreshToken === token);
		if (session !== undefined) session.ended = 'logout';
		return { status: 302, headers: { Location: `${serviceUrl}/goodbye` } };
	};

	const routes: Record<string, (call: Call) => Reply> = {
		'GET /.well-known/openid-configuration': () => toJson(200, describeProvider(url)),
		'GET /protocol/openid-connect/auth': authorize,
		'POST /protocol/openid-connect/token': exchange,
		'GET /protocol/openid-connect/userinfo': ({ headers }) =>
			accessTokens.has(readBearer(headers.authorization))
				? toJson(200, { email_verified: 'true', sub: 'user|7', updated_at: '1700000000' })
				: { status: 401, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } },
		'POST /protocol/openid-connect/logout': logout,
		'GET /protocol/openid-connect/certs': () =>
			toJson(200, { keys: keys.slice(0, choices.keys).map(({ jwk }) => jwk) }),
	};
	return {
		part: (call) => {
			if (!call.path.startsWith(realm)) return undefined;
			return routes[`${call.method} ${call.path.slice(realm.length)}`]?.(call);
		},
		url,
		choices,
		signToken,
		knowsAccessToken: (token) => accessTokens.has(token),
		forgetAccessTokens: () => accessTokens.clear(),
		endings: () => sessions.flatMap(({ ended }) => ended ?? []),
	};
}

export const readBearer = (header = ''): string => header.replace(/^Bearer /, '');

const newSecret = () => randomBytes(24).toString('base64url');

function newKey() {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	return { privateKey, jwk: publicKey.export({ format: 'jwk' }) };
}

const encode = (header: object, claims: object): string =>
	[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

const redirect = (target: string, parameters: Record<string, string>): Reply => ({
	status: 303,
	headers: { Location: `${target}?${new URLSearchParams(parameters)}` },
});

const reject = (error: string, description: string): Reply =>
	toJson(400, { error_description: description, error });

function describeProvider(url: string): object {
	const endpoint = (name: string) => `${url}/protocol/openid-connect/${name}`;
	return {
		jwks_uri: endpoint('certs'),
		end_session_endpoint: endpoint('logout'),
		userinfo_endpoint: endpoint('userinfo'),
		token_endpoint: endpoint('token'),
		authorization_endpoint: endpoint('auth'),
		issuer: url,
		id_token_signing_alg_values_supported: ['ES256', 'HS256'],
		response_types_supported: ['code'],
		subject_types_supported: ['public'],
	};
}

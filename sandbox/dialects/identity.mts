import { SignJWT, decodeJwt } from 'jose';
import type { IdentityAnswer } from '../identity/identity-types.mts';
import type { Dialect, OpenChoice } from './ways.mts';

const signWithoutKid: NonNullable<Dialect['tokens']> = async (tokens, { signJwt, hideJwt }) => {
	const jwt = String(tokens.access_token);
	const { iat = 0, ...claims } = decodeJwt(jwt);
	const header = { kid: undefined, typ: 'at+jwt' };
	const token = await signJwt({ ...claims, iat: iat - 0.25 }, header);
	return { ...tokens, access_token: hideJwt(jwt, token) };
};

/** Nobody signs with this key. To generate one for each request would make the keys slow. */
const unusedKey = {
	...{ kty: 'RSA', alg: 'RS256', use: 'sig', e: 'AQAB' },
	n: Buffer.alloc(256, 0xc1).toString('base64url'),
};

const answering = (does: string, name: string, answer: IdentityAnswer): Dialect => ({
	does,
	identityAnswers: { [name]: answer },
});

const missing = { status: 404, body: { error: 'not_found' } };
const slow = { delayMs: 20_000 };

const needing = (parameter: string): Dialect => ({
	does: `A sign-in must send ${parameter}.`,
	signInNeeds: { parameter },
});

export const identityChoices: readonly OpenChoice[] = [
	{
		part: '4.2',
		asks: 'What else a sign-in must send',
		dialects: {
			'sign-in-audience': needing('audience'),
			'sign-in-resource': needing('resource'),
			'sign-in-nonce': needing('nonce'),
			'sign-in-prompt': needing('prompt'),
			'sign-in-scope': {
				does: 'A sign-in must ask for the scope voice.read.',
				signInNeeds: { scope: 'voice.read' },
			},
		},
	},
	{
		part: '4.2',
		asks: 'Which refresh tokens there are',
		dialects: {
			'refresh-none': {
				does: 'There is no refresh token.',
				tokens: ({ refresh_token: _, refresh_expires_in: __, ...tokens }) => tokens,
			},
			'refresh-ends': {
				does: 'A refresh token has ended before it is needed.',
				tokens: ({ refresh_token, ...tokens }) => ({
					...tokens,
					refresh_token: `${refresh_token}.`,
				}),
			},
			'refresh-kept': { does: 'A refresh token stays the same.', rotatesRefreshTokens: false },
			'refresh-without-end': {
				does: 'Nothing says when a refresh token ends.',
				tokens: ({ refresh_expires_in: _, ...tokens }) => tokens,
			},
		},
	},
	{
		part: '2.2',
		asks: 'What an access token is',
		dialects: {
			'access-opaque': {
				does: 'An access token is opaque.',
				tokens: (tokens, { hideJwt }) => ({
					...tokens,
					access_token: hideJwt(String(tokens.access_token)),
				}),
			},
			'access-without-kid': {
				does: 'An access token names no key, and its times have fractions.',
				tokens: signWithoutKid,
			},
		},
	},
	{
		part: '4.2',
		asks: 'Which keys there are',
		dialects: {
			'keys-twice': {
				does: 'A key stands twice in the key set.',
				identityAnswers: {
					certs: { change: ({ keys }) => ({ keys: [...Object(keys), ...Object(keys)] }) },
				},
			},
			'keys-two': {
				does: 'There are two keys without an id, and tokens name none.',
				tokens: signWithoutKid,
				identityAnswers: {
					certs: {
						change: ({ keys: served }) => ({
							keys: [...Object(served), unusedKey].map(({ kid: _, ...key }) => key),
						}),
					},
				},
			},
		},
	},
	{
		part: '2.10',
		asks: 'What the record of a user is',
		dialects: {
			'user-other': {
				does: 'The id of a user is a number, and names are a list.',
				describeUser: ({ name }) => ({ id: 7, name: [name, null], locale: {} }),
			},
		},
	},
	{
		part: '2.2',
		asks: 'Which other fields come with the tokens',
		dialects: {
			'tokens-more': {
				does: 'Fields of its own come with the tokens, and no scope.',
				tokens: ({ scope: _, ...tokens }) => ({
					'not-before-policy': 0,
					issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
					...tokens,
				}),
			},
		},
	},
	{
		part: '2.2',
		asks: 'Which ID token there is',
		dialects: {
			'id-token-none': {
				does: 'There is no ID token.',
				tokens: ({ id_token: _, ...tokens }) => tokens,
			},
			'id-token-hs256': {
				does: 'The ID token is signed with the client secret.',
				tokens: async (tokens, { clientSecret = 'public' }) => {
					if (typeof tokens.id_token !== 'string') return tokens;
					const token = new SignJWT(decodeJwt(tokens.id_token)).setProtectedHeader({
						alg: 'HS256',
					});
					return { ...tokens, id_token: await token.sign(Buffer.from(clientSecret)) };
				},
			},
		},
	},
	{
		part: '2.2',
		asks: 'How a lifetime is written',
		dialects: {
			'lifetime-text': {
				does: 'expires_in is a text.',
				tokens: ({ expires_in, ...tokens }) => ({ ...tokens, expires_in: String(expires_in) }),
			},
			'lifetime-missing': {
				does: 'expires_in is missing.',
				tokens: ({ expires_in: _, ...tokens }) => tokens,
			},
		},
	},
	{
		part: '2.2',
		asks: 'How the type of a token is written',
		dialects: {
			'type-lower-case': {
				does: 'token_type is bearer.',
				tokens: (tokens) => ({ ...tokens, token_type: 'bearer' }),
			},
		},
	},
	{
		part: '4.2',
		asks: 'Whether every endpoint answers',
		dialects: {
			'discovery-missing': answering('There is no discovery.', 'openid-configuration', missing),
			'discovery-slow': answering('Discovery takes 20 s.', 'openid-configuration', slow),
			'userinfo-missing': answering('There is no user info.', 'userinfo', missing),
			'userinfo-slow': answering('User info takes 20 s.', 'userinfo', slow),
			'keys-missing': answering('There are no keys.', 'certs', missing),
		},
	},
	{
		part: '4.2',
		asks: 'How a sign-out is answered',
		dialects: {
			'sign-out-200': answering('A sign-out is answered with 200.', 'logout', {
				status: 200,
				body: {},
			}),
			'sign-out-302': answering('A sign-out is answered by a redirect.', 'logout', {
				status: 302,
				headers: { location: 'https://example.com/goodbye' },
			}),
			'sign-out-400': answering('A sign-out is rejected with 400.', 'logout', {
				status: 400,
				body: { error: 'unsupported_request' },
			}),
		},
	},
	{
		part: '5, 3',
		asks: 'Which issuer tokens name',
		dialects: {
			'issuer-other': {
				does: 'The issuer is http://localhost, and the address is not.',
				issuerHost: 'localhost',
			},
		},
	},
];

import { createHmac, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Dialect, OpenChoice } from './ways.mts';

const sendToken = (
	changed: Record<string, unknown>,
	header: Record<string, unknown> = {},
): Dialect['proveSender'] => {
	return async (identity, claims) => ({
		authorization: `Bearer ${await identity.signJwt({ ...claims, ...changed }, header)}`,
	});
};

const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** In the form that Standard Webhooks gives a secret. */
const signingSecret = 'whsec_c2FuZGJveC1zaWduaW5nLXNlY3JldA==';
const hmac = (body: Buffer | string, secret: string | Buffer, algorithm = 'sha256') =>
	createHmac(algorithm, secret).update(body);

const signed = (does: string, sign: NonNullable<Dialect['sign']>): Dialect => ({
	does,
	signingSecret,
	sign,
});

export const proofChoices: readonly OpenChoice[] = [
	{
		part: '5, 12',
		asks: 'Which token a delivery carries',
		dialects: {
			'token-absent': { does: 'A delivery carries no token.', proveSender: async () => ({}) },
			'token-other-issuer': {
				does: 'Its token is of another issuer of the same host.',
				proveSender: async (identity, claims) =>
					(await sendToken({ iss: `${new URL(identity.url).origin}/service` })?.(
						identity,
						claims,
					)) ?? {},
			},
			'token-opaque': {
				does: 'Its token is opaque.',
				proveSender: async () => ({
					authorization: `Bearer ${randomBytes(24).toString('base64url')}`,
				}),
			},
			'token-elliptic': {
				does: 'Its token is signed with the key of an elliptic curve, and names none.',
				proveSender: async ({ issuer }, claims) => {
					const token = new SignJWT({ iss: issuer, ...claims }).setProtectedHeader({
						alg: 'ES256',
					});
					const signed = await token.setIssuedAt().setExpirationTime('5m').sign(curve.privateKey);
					return { authorization: `Bearer ${signed}` };
				},
				identityAnswers: {
					certs: {
						change: ({ keys }) => ({
							keys: [...Object(keys), curve.publicKey.export({ format: 'jwk' })],
						}),
					},
				},
			},
			'token-without-kid': {
				does: 'Its token names no key.',
				proveSender: sendToken({}, { kid: undefined }),
			},
			'token-without-aud': {
				does: 'Its token names no audience.',
				proveSender: sendToken({ aud: undefined }),
			},
			'token-without-scope': {
				does: 'Only typ in its header says that its token is an access token.',
				proveSender: sendToken(
					{ typ: undefined, scope: undefined, azp: undefined, client_id: undefined },
					{ typ: 'at+jwt' },
				),
			},
			'token-other-header': {
				does: 'Its token stands in X-Service-Token.',
				proveSender: async (identity, claims) => ({
					'x-service-token': await identity.signJwt(claims),
				}),
			},
			'token-is-id-token': {
				does: 'It carries an ID token.',
				proveSender: sendToken({ aud: 'sandbox-public', azp: 'sandbox-public', at_hash: 'c1f0' }),
			},
		},
	},
	{
		part: '6',
		asks: 'How a delivery is signed',
		dialects: {
			'signed-prefixed': {
				does: `X-Webhook-Signature holds sha256= and the HMAC-SHA256 in hex; the secret is ${signingSecret}.`,
				signingSecret,
			},
			'signed-hex': signed('It holds the HMAC-SHA256 in hex alone.', (body, secret) => ({
				'x-webhook-signature': hmac(body, secret).digest('hex'),
			})),
			'signed-base64': signed('It holds the HMAC-SHA256 in base64.', (body, secret) => ({
				'x-webhook-signature': hmac(body, secret).digest('base64'),
			})),
			'signed-other-header': signed(
				'The signature stands in X-Hub-Signature-256.',
				(body, secret) => ({
					'x-hub-signature-256': `sha256=${hmac(body, secret).digest('hex')}`,
				}),
			),
			'signed-sha512': signed('It is an HMAC-SHA512.', (body, secret) => ({
				'x-webhook-signature': `sha512=${hmac(body, secret, 'sha512').digest('hex')}`,
			})),
			'signed-with-time': signed('It is t=…,v1=… over time and body.', (body, secret) => {
				const seconds = Math.floor(Date.now() / 1000);
				const v1 = hmac(`${seconds}.${body.toString()}`, secret).digest('hex');
				return { 'x-webhook-signature': `t=${seconds},v1=${v1}` };
			}),
			'signed-standard-webhooks': signed(
				'It is signed as Standard Webhooks has it.',
				(body, secret) => {
					const id = `msg_${randomUUID()}`;
					const seconds = String(Math.floor(Date.now() / 1000));
					const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
					const v1 = hmac(`${id}.${seconds}.${body.toString()}`, key).digest('base64');
					return {
						'webhook-id': id,
						'webhook-timestamp': seconds,
						'webhook-signature': `v1,${v1}`,
					};
				},
			),
		},
	},
];

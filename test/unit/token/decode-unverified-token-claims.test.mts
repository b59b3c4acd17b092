import { decodeUnverifiedTokenClaims, summarizeClaims } from '../../../core/token/claims.ts';
import { ISSUER, unsignedToken, validClaims } from './sign-test-tokens.mts';

const token = `${unsignedToken({ alg: 'none' }, validClaims)}.`;

describe('decodeUnverifiedTokenClaims', () => {
	test('reads the claims of any JWT, without a look at its signature', () => {
		expect(decodeUnverifiedTokenClaims(token)).toEqual(validClaims);
	});

	test.each([
		[undefined],
		[null],
		[5],
		[''],
		['opaque'],
		['a.b.c'],
		[`${unsignedToken({}, ['x'])}.`],
	])('gives null for %j', (broken) => {
		expect(decodeUnverifiedTokenClaims(broken)).toBeNull();
	});
});

describe('summarizeClaims', () => {
	test('reads who a token is from and for', () => {
		expect(summarizeClaims(validClaims)).toEqual({
			issuer: ISSUER,
			client: 'integration',
			subject: validClaims.sub,
			audience: ['account', 'voice-api'],
		});
		expect(summarizeClaims({ aud: 'one' }).audience).toEqual(['one']);
	});

	test.each([[null], [{}], [{ iss: 1, azp: [], sub: {}, aud: [1, null] }]])(
		'gives empty parties for %j',
		(claims) => {
			expect(summarizeClaims(claims)).toEqual({
				issuer: null,
				client: null,
				subject: null,
				audience: [],
			});
		},
	);
});

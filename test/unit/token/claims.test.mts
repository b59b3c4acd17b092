import { decodeUnverifiedTokenClaims, summarizeClaims } from '../../../core/token/claims.ts';
import { unsignedToken, validClaims } from '../../support/tokens/sign-test-tokens.mts';

describe('decodeUnverifiedTokenClaims', () => {
	test('reads the claims of any JWT, without a look at its signature', () => {
		const token = `${unsignedToken({ alg: 'none' }, validClaims)}.`;
		expect(decodeUnverifiedTokenClaims(token)).toEqual(validClaims);
	});

	const ofList = `${unsignedToken({}, ['x'])}.`;
	test.each([undefined, null, 5, '', 'opaque', 'a.b.c', ofList])('gives null for %j', (broken) => {
		expect(decodeUnverifiedTokenClaims(broken)).toBeNull();
	});
});

describe('summarizeClaims', () => {
	// All of them: test/unit/delivery/authenticate-delivery.
	test('reads an audience that is one text', () => {
		expect(summarizeClaims({ aud: 'one' }).audience).toEqual(['one']);
	});

	test.each([[null], [{}], [{ iss: 1, azp: [], sub: {}, aud: [1, null] }]])(
		'gives empty parties for %j',
		(claims) => {
			const nobody = { issuer: null, client: null, subject: null, audience: null };
			expect(summarizeClaims(claims)).toEqual(nobody);
		},
	);
});

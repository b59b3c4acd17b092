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

	test.each(['azp', 'client_id', 'appid', 'cid'])('reads the client in %s', (name) => {
		expect(summarizeClaims({ [name]: 'app' }).client).toBe('app');
	});

	test('reads azp before every other name of the client', () => {
		const others = { client_id: 'b', appid: 'c', cid: 'd' };
		expect(summarizeClaims({ ...others, azp: 'a' }).client).toBe('a');
		expect(summarizeClaims({ ...others, azp: ['a'] }).client).toBeNull();
	});

	test.each([[null], [{}], [{ iss: 1, azp: [], sub: {}, aud: [1, null] }]])(
		'gives empty parties for %j',
		(claims) => {
			const nobody = { issuer: null, client: null, subject: null, audience: null };
			expect(summarizeClaims(claims)).toEqual(nobody);
		},
	);
});

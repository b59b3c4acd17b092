// What verifying a delivery's token costs: verifyToken as it ships (bundled, keys cached) beside jose
// alone and beside the bare signature check of node:crypto, over the same token.
// Run: npm run bench -- token (about 6 s; nothing else should be busy)
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { jwtVerify } from 'jose';
import { createKeySetCache } from '../core/token/key-sets.ts';
import { verifyJwt } from '../core/token/verify-token.ts';
import { writeTable } from '../scripts/write-table.mts';
import {
	ISSUER,
	NOW,
	NOW_SECONDS,
	unsignedToken,
	validClaims,
} from '../test/support/tokens/sign-test-tokens.mts';
import { describeSpread, measureInTurn, quantile, type Candidates } from './measure.mts';
import { writeSection } from './write-section.mts';

const claims = {
	...validClaims,
	exp: NOW_SECONDS + 86_400,
	scope: 'openid profile email offline_access',
	// Tokens of identity servers carry roles and a profile; a short one would flatter JSON.parse.
	realm_access: { roles: Array.from({ length: 20 }, (_, index) => `role-${index}`) },
	name: 'Sample Person',
	preferred_username: 'sample',
};

async function compare(alg: string, candidates: Candidates): Promise<string[][]> {
	const times = await measureInTurn(candidates, { rounds: 41, calls: 250, warmUp: 5 });
	const base = quantile(times['crypto.verify'] ?? []);
	return Object.entries(times).map(([candidate, milliseconds]) => {
		const microseconds = milliseconds.map((value) => value * 1000);
		const ratio = quantile(milliseconds) / base;
		const spread = describeSpread(microseconds, [0.05, 0.95]);
		return [alg, candidate, quantile(microseconds).toFixed(1), spread, ratio.toFixed(2)];
	});
}

/** A benchmark of something that fails would be fast: every call has to verify. */
function mustVerify(isVerified: boolean): void {
	if (!isVerified) throw new Error('a token of the benchmark did not verify');
}

async function measure(): Promise<string[][]> {
	const rows: string[][] = [];
	const kinds = [
		['RS256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
		['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
	] as const;
	for (const [alg, { privateKey, publicKey }] of kinds) {
		const dsaEncoding = 'ieee-p1363';
		const unsigned = unsignedToken({ alg, typ: 'JWT', kid: 'bench' }, claims);
		const text = Buffer.from(unsigned);
		const signature = sign('sha256', text, { key: privateKey, dsaEncoding });
		const token = `${unsigned}.${signature.toString('base64url')}`;
		const key = { key: publicKey, dsaEncoding } as const;
		const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'bench', use: 'sig', alg };
		const keySet = createKeySetCache()(async () => await Promise.resolve({ keys: [jwk] }))(ISSUER);
		const found = await keySet.findKey({ kid: 'bench', alg }, NOW);
		if (!found.success) throw new Error(found.error.code);
		const expectations = { issuer: ISSUER, audience: 'voice-api', client: 'integration' };
		const measured = await compare(alg, {
			'crypto.verify': () => mustVerify(verify('sha256', text, key, signature)),
			'jose jwtVerify': async () => {
				const options = { issuer: ISSUER, audience: 'voice-api', currentDate: new Date(NOW) };
				mustVerify((await jwtVerify(token, found.key, options)).payload.sub === claims.sub);
			},
			verifyToken: async () => {
				mustVerify((await verifyJwt(token, expectations, keySet, NOW)).success);
			},
		});
		rows.push(...measured);
	}
	return rows;
}

const table = writeTable(
	['algorithm', 'what', 'median µs', '5 % to 95 % µs', '÷ crypto.verify'],
	await measure(),
);
console.log(table);
writeSection('token', 'npm run bench -- token', table);

import { generateKeyPairSync } from 'node:crypto';
import { parseKeySet } from '../../../core/token/key-sets.ts';
import { createRsaKey, keySetOf, NOW, toJwk } from '../../support/tokens/sign-test-tokens.mts';

const key = createRsaKey('one');
const good = toJwk(key);

/** @param kid null: asked without an id */
async function find(jwks: object[], kid: string | null = 'one'): Promise<string> {
	const found = await keySetOf(...jwks).findKey({ kid: kid ?? undefined, alg: 'RS256' }, NOW);
	return found.success ? 'found' : found.error.code;
}

const invalidKeys = [null, {}, 'text', new Array(1_001).fill({})].map((keys) => ({ keys }));
const noKeySets = [undefined, null, '<html>', 5, [], {}, ...invalidKeys];

test.each(noKeySets.map((document) => [document]))('rejects %j as a key set', (document) => {
	expect(parseKeySet(document)).toBeUndefined();
});

test('finds a key by its id, beside keys for encryption and certificates', async () => {
	const encryption = { ...toJwk(createRsaKey('one')), use: 'enc', alg: 'RSA-OAEP' };
	expect(await find([encryption, { ...good, x5c: ['MIIC'], x5t: 'a' }])).toBe('found');
	expect(await find([good], 'two')).toBe('key-unknown');
	expect(await find([])).toBe('key-unknown');
});

test.each<[string, unknown]>([
	['null', null],
	['text', 'key'],
	['no kind', { ...good, kty: undefined }],
	['a kind of the wrong type', { ...good, kty: 5 }],
	['a private key', { ...createRsaKey('one').privateKey.export({ format: 'jwk' }), kid: 'one' }],
	['a symmetric key', { kty: 'oct', k: 'AAAA', kid: 'one' }],
	['an enormous modulus', { ...good, n: 'A'.repeat(2_733) }],
	['a kid of the wrong type', { ...good, kid: 1 }],
	['key_ops of the wrong type', { ...good, key_ops: 'verify' }],
])('leaves %s out and keeps the rest', async (_what, entry) => {
	const keySet = parseKeySet({ keys: [entry, { ...good, kid: 'rest' }] });
	const ask = async (kid: string) => await keySet?.findKey({ kid, alg: 'RS256' }, NOW);
	expect(await ask('one')).toMatchObject({ error: { code: 'key-unknown' } });
	expect(await ask('rest')).toMatchObject({ success: true });
});

test('takes no key that is for other operations', async () => {
	const signing = toJwk(createRsaKey('one'), { use: undefined, key_ops: ['verify'] });
	const encryption = { ...signing, key_ops: ['encrypt', 'wrapKey'] };
	expect(await find([signing])).toBe('found');
	expect(await find([encryption])).toBe('key-unknown');
	expect(await find([encryption, good])).toBe('found');
});

test('keeps the first 64 keys that fit, and leaves out the rest', async () => {
	const rubbish = [null, {}, { ...good, use: 'enc' }, { ...good, n: 'A'.repeat(2_733) }];
	const kids = Array.from({ length: 65 }, (_, index) => `kid-${index}`);
	const jwks = [...rubbish, ...kids.map((kid) => ({ ...good, kid }))].map(Object);
	expect(await find(jwks, 'kid-63')).toBe('found');
	expect(await find(jwks, 'kid-64')).toBe('key-unknown');
	expect(await find([...Array.from({ length: 999 }, Object), good])).toBe('found');
});

test.each([
	['0', 'key-unusable', 'AA'],
	['1', 'key-unusable', 'AQ'],
	['1 with zeros before it', 'key-unusable', 'AAAB'],
	['2', 'key-unusable', 'Ag'],
	['3', 'found', 'Aw'],
	['65,536', 'key-unusable', 'AQAA'],
	['missing', 'key-unusable', undefined],
])('a key whose exponent is %s: %s', async (_what, outcome, e) => {
	expect(await find([{ ...good, e }])).toBe(outcome);
});

const elliptic = (kid: string) => {
	const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	return { ...publicKey.export({ format: 'jwk' }), kid };
};
const ofOtherKind = elliptic('elliptic');
const ofOtherAlgorithm = toJwk(createRsaKey('other'), { alg: 'PS256' });
const forEncryption = toJwk(createRsaKey('encryption'), { use: 'enc', alg: 'RSA-OAEP' });

test.each<[string, object[], string]>([
	['finds the only key that fits', [good, ofOtherKind, forEncryption, ofOtherAlgorithm], 'found'],
	['finds a key that has none either', [{ ...good, kid: undefined }], 'found'],
	['tries none of several', [good, toJwk(createRsaKey('two'))], 'kid-missing'],
	['knows none where none fits', [ofOtherAlgorithm], 'key-unknown'],
])('asked without an id, %s', async (_what, jwks, outcome) => {
	expect(await find(jwks, null)).toBe(outcome);
});

test('takes an equal key that stands twice for one key', async () => {
	const [first, other] = [createRsaKey('a'), createRsaKey('b')].map((key) => toJwk(key));
	const twice = { ...first, x5t: 'of a certificate' };
	const found = await parseKeySet({ keys: [first, other, twice] })?.findKey(
		{ kid: 'a', alg: 'RS256' },
		NOW,
	);
	expect(found).toMatchObject({ success: true });
	const alone = parseKeySet({ keys: [first, twice] });
	expect(await alone?.findKey({ alg: 'RS256' }, NOW)).toMatchObject({ success: true });
});

test('calls two keys of one id unusable', async () => {
	expect(await find([good, toJwk(createRsaKey('one'))])).toBe('key-unusable');
});

test('does not take a key of another kind for the algorithm', async () => {
	expect(await find([elliptic('one')])).toBe('key-unknown');
});

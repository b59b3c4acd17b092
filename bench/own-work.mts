// What this package itself does with a delivery, from the bytes of a body to its items, with the token and
// the memory against duplicates: beside JSON.parse of the same body, both alternating in one process.
// Run: npm run bench -- own-work (about 10 s; nothing else should be busy)
import { generateKeyPairSync } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { exportJWK, SignJWT } from 'jose';
import { authenticateDelivery } from '../core/delivery/authenticate.ts';
import { decideDelivery } from '../core/delivery/decide-delivery.ts';
import { createDeliveryMemory, hashContent } from '../core/delivery/duplicates.ts';
import { createKeySetCache } from '../core/token/key-sets.ts';
import { buildEventText } from './records/build-event-text.mts';
import { writeSection } from './write-section.mts';

const TURNS = 67;
const ROUNDS = 61;
const DELIVERIES_A_ROUND = 200;
const identityServerUrl = 'https://id.example.com/realms/agents';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256' }] };
const keySets = createKeySetCache()(async () => await Promise.resolve(keys));
const token = await new SignJWT({ azp: 'integration' })
	.setProtectedHeader({ alg: 'RS256', kid: 'bench' })
	.setIssuer(identityServerUrl)
	.setIssuedAt()
	.setExpirationTime('1h')
	.sign(privateKey);
const rawHeaders = ['Authorization', `Bearer ${token}`];
const text = buildEventText(TURNS, 'missing');
const rawBody = Buffer.from(text);
const memory = createDeliveryMemory();
const never = async () => await new Promise(() => undefined);

async function receive(): Promise<void> {
	const authentication = await authenticateDelivery(
		{ rawBody, rawHeaders },
		{ mode: 'require', identityServerUrl },
		keySets,
		Date.now(),
	);
	const outcome = decideDelivery(
		{ body: rawBody, authentication },
		{ output: { output: 'conversation', options: {} } },
	);
	if (outcome.kind !== 'event') throw new Error(outcome.reason);
	const { event, conversation } = outcome;
	const contentHash = hashContent(conversation);
	const key = { webhookUrl: 'bench', event, id: conversation.id, contentHash, isVerified: true };
	const claim = await memory.claim(key, never);
	if (claim.state === 'first') claim.end(true);
}

async function measure(call: () => unknown): Promise<number> {
	const start = performance.now();
	for (let index = 0; index < DELIVERIES_A_ROUND; index += 1) await call();
	return (performance.now() - start) / DELIVERIES_A_ROUND;
}

const ratios: number[] = [];
for (let round = -5; round < ROUNDS; round += 1) {
	const own = await measure(receive);
	const parse = await measure(() => JSON.parse(text) as unknown);
	if (round >= 0) ratios.push(own / parse);
}
ratios.sort((a, b) => a - b);
const [low, middle, high] = [0.25, 0.5, 0.75].map((share) =>
	(ratios[Math.round((ROUNDS - 1) * share)] ?? Number.NaN).toFixed(1),
);
const line = `A body of ${(rawBody.length / 1000).toFixed(1)} kB: ${middle} times JSON.parse of it (middle half ${low} to ${high}).`;
console.log(line);
writeSection('own-work', 'npm run bench -- own-work', line);

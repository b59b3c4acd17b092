// What this package itself does with a delivery, from the bytes of a body to its items, with the token and
// the memory against duplicates: beside JSON.parse of the same body, both alternating in one process.
// Run: npm run bench -- own-work (about 10 s; nothing else should be busy)
import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { authenticateDelivery } from '../core/delivery/authenticate.ts';
import { decideDelivery } from '../core/delivery/decide-delivery.ts';
import { createDeliveryMemory, hashContent } from '../core/delivery/duplicates.ts';
import { createKeySetCache } from '../core/token/key-sets.ts';
import { measureInTurn } from './measure-in-turn.mts';
import { describeMiddle } from './quantile.mts';
import { buildEventText } from './records/build-event-text.mts';
import { writeSection } from './write-section.mts';

const TURNS = 67;
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

const times = await measureInTurn(
	{ receive, parse: () => JSON.parse(text) as unknown },
	{ rounds: 61, calls: 200, warmUp: 5 },
);
const ratios = times.receive?.map((ms, round) => ms / (times.parse?.[round] ?? Number.NaN)) ?? [];
const line = `A body of ${(rawBody.length / 1000).toFixed(1)} kB: ${describeMiddle(ratios, 1)} times JSON.parse of it (middle half).`;
console.log(line);
writeSection('own-work', 'npm run bench -- own-work', line);

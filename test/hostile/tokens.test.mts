import { freezeClock, holdLimits } from '../support/clock.mts';
import { createRsaKey, signRs256, toJwk } from '../support/tokens/sign-test-tokens.mts';
import { hostileTokens, type TokenScene } from '../support/tokens/hostile-tokens.mts';
import { answerJson, startHostileServer, type HostileServer } from './hostile-server.mts';
import { receiveWithToken } from './receive-delivery.mts';

const key = createRsaKey('true-key');
const strange = createRsaKey('strange-key');
let identity: HostileServer;
let trap: HostileServer;
let scene: TokenScene;

beforeAll(async () => {
	// How often the keys are asked for is a matter of time, and how long they are waited for.
	freezeClock(new Date());
	holdLimits(3_000);
	identity = await startHostileServer(answerJson({ keys: [toJwk(key)] }));
	trap = await startHostileServer(answerJson({ keys: [toJwk(strange)] }));
	const now = Math.floor(Date.now() / 1000);
	const claims = { iss: identity.url, sub: 'service', azp: 'service', iat: now, exp: now + 600 };
	scene = { key, strange, claims, trap: trap.url };
});
afterAll(async () => {
	await identity.close();
	await trap.close();
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const send = async (mode: string, token: string) =>
	await receiveWithToken(identity.url, mode, token);

test('a true token verifies', async () => {
	expect(await send('require', signRs256(key, scene.claims))).toMatchObject({
		outcome: 'accepted',
		delivery: { valid: true, reason: null },
	});
});

test.each(hostileTokens)('a delivery never verifies by %s (%s)', async (_, reason, make) => {
	const token = make(scene);
	const { outcome, delivery } = await send('reportOnly', token);
	expect(outcome).toBe('accepted');
	expect(delivery).toMatchObject({ reason });
	expect(delivery.valid).not.toBe(true);
	// Within the floor between two requests nobody knows whether a key was rotated in.
	const rejected = reason === 'key-unknown' ? /^(401|503) / : /^401 not-authenticated$/;
	expect((await send('require', token)).outcome).toMatch(rejected);
});

test('the keys were asked for at their own address alone, and no address of a token was', () => {
	expect(new Set(identity.requests)).toEqual(
		new Set([`${new URL(identity.url).pathname}/protocol/openid-connect/certs`]),
	);
	expect(identity.requests.length).toBeLessThanOrEqual(2);
	expect(trap.requests).toEqual([]);
});

import { waitUntil } from '../../../host/wait-until.mts';
import { freezeClock } from '../../support/clock.mts';
import { getCurrentUser, requestsEndingWith } from '../../support/in-process/driver.mts';
import { deliver as deliverTo, writeEvent } from '../../support/in-process/deliver.mts';
import { createHost } from '../../support/in-process/host.mts';
import {
	connectCredential,
	pasteCredential,
} from '../../support/in-process/sandbox-credential.mts';
import type { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { useLog } from '../../support/in-process/use-log.mts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** What the process remembers of one test is over in the next. */
let now = new Date('2026-11-21T12:00:00Z').getTime();

beforeEach(() => {
	now += 100 * DAY_MS;
	freezeClock(new Date(now));
});
const sandbox = useSandbox({ isOwnOfEachTest: true });
const log = useLog();
afterEach(() => jest.useRealTimers());

function pass(milliseconds: number): void {
	now += milliseconds;
	jest.setSystemTime(now);
}

/** Delivers a conversation, and answers whether it was accepted. The option `undefined` is not added. */
async function deliver(
	credential: StoredCredential,
	keepConnected?: boolean | string,
	authentication = 'oAuth2',
): Promise<boolean> {
	const options = { ...(keepConnected !== undefined && { keepConnected }) };
	const parameters = { authentication, verifyDeliveries: 'off', options };
	const host = createHost({ type: 'voiceAgentTrigger', credential, parameters });
	// A node may name both kinds; its parameter Authentication selects.
	const oAuth2 = { id: credential.id, name: 'Sandbox' };
	host.node.credentials = { ...host.node.credentials, voiceAgentOAuth2Api: oAuth2 };
	return (await deliverTo(host, writeEvent())).isAccepted;
}

const readToken = ({ data }: StoredCredential) => Object(data.oauthTokenData).access_token;

const countRequests = (end: string) => requestsEndingWith(sandbox, end).length;

const waitFor = async (what: string, look: () => unknown) =>
	await waitUntil(() => look() || undefined, { what, intervalMs: 20 });

const waitForRefresh = async (credential: StoredCredential, before: unknown) =>
	await waitFor('a refreshed sign-in', () => readToken(credential) !== before);

const isSignedIn = async (credential: StoredCredential): Promise<boolean> =>
	await getCurrentUser(credential).then(
		() => true,
		() => false,
	);

// The refresh token ends after 30 days without use.
test.each([
	['by default', undefined, 4],
	['but not if the option is off', false, 0],
])(
	'deliveries each 10 days keep the sign-in for 90 days, %s',
	async (_, keepConnected, refreshes) => {
		const credential = await connectCredential(sandbox);
		for (let day = 10; day <= 90; day += 10) {
			pass(10 * DAY_MS);
			const before = readToken(credential);
			expect(await deliver(credential, keepConnected)).toBe(true);
			// Half of 30 days is over at every second of them.
			if (refreshes > 0 && day % 20 === 0) await waitForRefresh(credential, before);
		}
		expect(countRequests('/token')).toBe(refreshes);
		expect(await isSignedIn(credential)).toBe(refreshes > 0);
	},
);

test('a pasted token is not refreshed, also if the node still names a sign-in', async () => {
	const pasted = await pasteCredential(sandbox);
	pass(16 * DAY_MS);
	expect(await deliver(pasted, undefined, 'accessToken')).toBe(true);
	const credential = await connectCredential(sandbox);
	pass(16 * DAY_MS);
	const before = readToken(credential);
	await deliver(credential);
	await waitForRefresh(credential, before);
	expect(countRequests('/token')).toBe(1);
});

test('a sign-in that has ended is logged, and the delivery accepted all the same', async () => {
	const credential = await connectCredential(sandbox);
	sandbox.identity.revokeRefreshTokens();
	pass(16 * DAY_MS);
	expect(await deliver(credential)).toBe(true);
	await waitFor('a warning', () => log.warnings[0]);
	expect(log.warnings[0]).toMatch(
		/^Voice Agent: workflow "Host" workflow-\d+, node "Voice Agent": could not refresh the token of the credential "Sandbox"\..*Reconnect this credential.*Code: credential-reconnect-needed$/,
	);
});

test('what Keep Connected should be is unknown: logged, nothing sent, and the delivery accepted', async () => {
	const credential = await connectCredential(sandbox);
	pass(16 * DAY_MS);
	expect(await deliver(credential, "={{ $('Gone').item.json.x }}")).toBe(true);
	await waitFor('a warning', () => log.warnings[0]);
	expect(log.warnings[0]).toContain("'Options → Keep Connected'");
	expect(countRequests('/token')).toBe(0);
});

test('the answer does not wait for the refresh', async () => {
	const credential = await connectCredential(sandbox);
	pass(16 * DAY_MS);
	await sandbox.switchOnFault('delay', { target: 'token', delayMs: 3_600_000 });
	const before = readToken(credential);
	expect(await deliver(credential)).toBe(true);
	expect(readToken(credential)).toBe(before);
	// Its end is not left to the next test.
	sandbox.clearFaults();
	await waitForRefresh(credential, before);
});

import { createRsaKey, signRs256 } from '../../support/tokens/sign-test-tokens.mts';
import {
	countRequests,
	getCurrentUser,
	register,
	requestsEndingWith,
	run,
} from '../../support/in-process/driver.mts';
import { atMoment, holdLimits, later } from '../../support/clock.mts';
import { connectCredential, connectWith } from '../../support/in-process/sandbox-credential.mts';
import type { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import { useLog } from '../../support/in-process/use-log.mts';

const sandbox = useSandbox({ isOwnOfEachTest: true });
const log = useLog();
/** Ends the second that a call waits for keys. */
let waits: ReturnType<typeof holdLimits>;
beforeEach(() => {
	waits = holdLimits(1_000);
});

// What requestService checks before and after it sends; what it does without keys, and after a rotation of keys:
// test/faults. The key cache lives as long as the process: each test has its own server.

/** A token of the right form that another key signed. */
async function signByStranger(): Promise<string> {
	const { keys } = await sandbox.identity.jwks();
	const iat = Math.floor(Date.now() / 1000);
	const claims = { sub: sandbox.user.id, aud: sandbox.identity.audience, iat, exp: iat + 300 };
	const iss = sandbox.identityServerUrl;
	return signRs256(createRsaKey(String(keys[0]?.kid)), { ...claims, iss });
}

test('a token is verified before its first use and not again', async () => {
	const credential = await connectCredential(sandbox);
	await getCurrentUser(credential);
	const first = sandbox.requests.findIndex(({ path }) => path.endsWith('/certs'));
	const call = sandbox.requests.findIndex(({ path }) => path === '/api/Users/me');
	expect(first).toBeGreaterThanOrEqual(0);
	expect(first).toBeLessThan(call);
	// Keys are asked for again after 10 minutes, by anyone who has something to verify.
	await later(11 * 60_000, () => getCurrentUser(credential));
	expect(requestsEndingWith(sandbox, '/certs')).toHaveLength(1);
});

test('a token is verified again for another issuer, and by the keys of another server', async () => {
	const credential = await connectCredential(sandbox);
	await getCurrentUser(credential);
	credential.data.issuer = 'https://id.example.com/realms/another';
	await expectFailure(getCurrentUser(credential), 'token-not-trusted');
	credential.data.issuer = sandbox.identityServerUrl;
	credential.data.identityServerUrl = 'http://127.0.0.1:9/realms/away';
	await getCurrentUser(credential);
	expect(log.warnings).toContainEqual(expect.stringContaining('could not be verified yet'));
});

test('a token that another key signed is not sent', async () => {
	const credential = await connectWith(sandbox, { access_token: await signByStranger() });
	await expectFailure(getCurrentUser(credential), 'token-not-trusted');
	await expectFailure(getCurrentUser(credential), 'token-not-trusted');
	expect(requestsEndingWith(sandbox, '/api/Users/me')).toEqual([]);
});

describe('the error names what helps:', () => {
	const nowSeconds = () => Math.floor(Date.now() / 1000);
	const sign = async (claims: Record<string, unknown>) =>
		await sandbox.identity.signJwt({
			iss: sandbox.identityServerUrl,
			sub: sandbox.user.id,
			...claims,
		});

	const other = 'https://id.example.org/realms/other';
	const ahead = nowSeconds() + 3_600;
	const afterwards = ahead + 300;
	const named = `It names "${other}", but "http`;
	const theSwitch = "turn off 'Verify Tokens'";

	const early = 'token-from-the-future';
	const unchecked = 'token-not-checkable';
	test.each<[string, string, Record<string, unknown> | undefined, string[]]>([
		['is no JWT', unchecked, undefined, [theSwitch, 'is not a signed JWT']],
		['has no end', unchecked, { exp: undefined }, [theSwitch, 'lacks a required claim']],
		[
			'is of the future',
			early,
			{ iat: ahead, exp: afterwards },
			['Set the clock', theSwitch, 'This request was not sent', 'issued in the future'],
		],
		[
			'is not valid yet',
			early,
			{ nbf: ahead, exp: afterwards },
			['Set the clock', 'is not valid yet'],
		],
		['is of another issuer', 'token-not-trusted', { iss: other }, ["'Issuer'", named]],
	])('for a token that %s', async (_, code, claims, words) => {
		const access_token = claims === undefined ? 'opaque-token' : await sign(claims);
		const credential = await connectWith(sandbox, { access_token });
		const error = await getCurrentUser(credential).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ context: { code } });
		for (const word of words) expect(Object(error).description).toContain(word);
		expect(requestsEndingWith(sandbox, '/api/Users/me')).toEqual([]);
	});
});

describe('where n8n refreshes the token inside a call, and the new one is false,', () => {
	let credential: StoredCredential;

	/** The call is rejected once, the refresh brings a false token, and the service takes even that. */
	async function refreshFalsely(): Promise<void> {
		credential = await connectCredential(sandbox);
		const access_token = await signByStranger();
		const tokens = { ...Object(credential.data.oauthTokenData), access_token };
		const body = JSON.stringify(tokens);
		await sandbox.switchOnFault('status', { target: 'token', status: 200, body });
		await sandbox.switchOnFault('status', { target: 'users-me', status: 401, times: 1 });
		await sandbox.switchOnFault('status', { target: 'users-me', status: 200, body: '{}' });
	}

	test('what a GET answered is not believed', async () => {
		await refreshFalsely();
		await expectFailure(getCurrentUser(credential), 'token-not-trusted', {
			description: expect.stringMatching(/^(?!.*not sent).*and has sent the new one/),
		});
		const calls = requestsEndingWith(sandbox, '/api/Users/me');
		expect(calls.map(({ status }) => status)).toEqual([401, 200]);
	});

	test('nothing is made with it', async () => {
		await refreshFalsely();
		await expectFailure(run(register, credential), 'token-not-trusted', {
			description: expect.stringContaining('No webhook was registered'),
		});
		expect(requestsEndingWith(sandbox, '/api/Webhooks')).toEqual([]);
	});
});

test('an identity server that is away or slow delays no call', async () => {
	const credential = await connectCredential(sandbox);
	let passing: NodeJS.Timeout | undefined;
	// Two waits end: for the keys of the access token, then of the ID token.
	const onHold = () => {
		passing = setInterval(waits.pass, 5);
	};
	await sandbox.switchOnFault('delay', { target: 'certs', delayMs: 3_600_000, onHold });
	expect(await getCurrentUser(credential)).toHaveLength(1);
	clearInterval(passing);
	// The keys have not come yet: the call did not wait for them.
	expect(requestsEndingWith(sandbox, '/certs').map(({ status }) => status)).toEqual([0]);
});

test('a check that is still to come is logged once a minute', async () => {
	const credential = await connectCredential(sandbox);
	await sandbox.switchOnFault('away', { target: 'certs' });
	const start = Date.now();
	for (const [now, warnings] of [
		[start, 1],
		[start + 59_999, 1],
		[start + 60_000, 2],
	] as const) {
		expect(await atMoment(now, () => getCurrentUser(credential))).toHaveLength(1);
		expect(log.warnings).toHaveLength(warnings);
	}
	expect(log.warnings).toContainEqual(expect.stringContaining('keys-unavailable'));
});

test('an expired token, which n8n refreshes, is not logged', async () => {
	const { access_token } = await sandbox.identity.issueTokens({ expiresInSeconds: -600 });
	const credential = await connectWith(sandbox, { access_token });
	expect(await getCurrentUser(credential)).toHaveLength(1);
	expect(countRequests(sandbox)).toMatchObject({ me: 2, token: 1 });
	expect(log.warnings).toEqual([]);
});

describe('the ID token of a sign-in', () => {
	async function connectWithIdToken(claims: Record<string, unknown>): Promise<StoredCredential> {
		const id_token = await sandbox.identity.signJwt({
			iss: sandbox.identityServerUrl,
			aud: sandbox.clients.public.clientId,
			sub: sandbox.user.id,
			...claims,
		});
		return await connectWith(sandbox, { id_token });
	}

	test.each([
		['for another application', { aud: 'another' }, 'audience-mismatch'],
		['of another identity server', { iss: 'https://id.example.org' }, 'issuer-mismatch'],
	])('%s is logged once, and the access token is used', async (_, claims, code) => {
		const credential = await connectWithIdToken(claims);
		for (const calls of [1, 2]) {
			expect(await getCurrentUser(credential)).toHaveLength(1);
			expect(requestsEndingWith(sandbox, '/api/Users/me')).toHaveLength(calls);
		}
		expect(log.warnings).toEqual([expect.stringContaining('ID token of the credential')]);
		expect(log.warnings[0]).toContain(code);
	});

	test('is looked at later if keys could not be asked for', async () => {
		const credential = await connectWithIdToken({ aud: 'another' });
		await sandbox.switchOnFault('away', { target: 'certs' });
		await getCurrentUser(credential);
		expect(log.warnings).not.toContainEqual(expect.stringContaining('ID token'));
		sandbox.clearFaults();
		await later(6_000, () => getCurrentUser(credential));
		expect(log.warnings).toContainEqual(expect.stringContaining('ID token'));
	});

	test.each([
		['true', {}, {}],
		['true but old', { exp: Math.floor(Date.now() / 1000) - 600 }, {}],
		['false, with Verify Tokens off', { aud: 'another' }, { verifyTokens: false }],
	])('that is %s is not', async (_, claims, values) => {
		const credential = await connectWithIdToken(claims);
		Object.assign(credential.data, values);
		expect(await getCurrentUser(credential)).toHaveLength(1);
		expect(log.warnings).toEqual([]);
	});
});

import { decodeJwt } from 'jose';
import { CookieJar } from 'tough-cookie';
import * as z from 'zod/v4';
import { waitUntil } from '../../host/wait-until.mts';
import type { SavedCredential } from './connect-in-n8n.mts';
import { secret } from './describe-realm.mts';
import { observe } from './observations.mts';
import { getCurrent, getUserInfo, signOut } from './operations.mts';
import { readTokens } from './read-tokens.mts';
import { useStage, type Stage, type Suite } from './start-suite.mts';

const section = 'What ends a sign-in';
const newSecret = z.object({ value: z.string() });
const sessionList = z.array(z.looseObject({ id: z.string() }));

/** The API looks at the token alone; for user info Keycloak looks at the session as well. */
async function readBoth(credential: SavedCredential): Promise<string> {
	const api = await credential.run(getCurrent);
	const identity = await credential.run(getUserInfo);
	return `Get Current: ${api.read}. Get User Info: ${identity.read}`;
}

/** A browser in which the user is signed in already, as by the web app. */
async function openUsedBrowser(stage: Stage): Promise<CookieJar> {
	const cookies = new CookieJar();
	await stage.connect('public', { cookies, staySignedIn: false });
	return cookies;
}

/** Keycloak counts whole seconds: what ends sessions leaves those that began in the same second. */
async function waitForLaterSecond(stage: Stage): Promise<void> {
	const { iat = Number.NaN } = decodeJwt(readTokens(stage).access_token);
	await waitUntil(() => (Date.now() / 1000 >= iat + 2 ? true : undefined), {
		what: 'a second after that of the sign-in',
	});
}

/** Whether the browser's session, which the credential shares, is there. */
async function hasSession(stage: Stage): Promise<boolean> {
	const { sid } = decodeJwt(readTokens(stage).id_token);
	const path = `${await stage.findUser('demo')}/sessions`;
	return sessionList.parse(await stage.admin('GET', path)).some(({ id }) => id === sid);
}

/** As the web app's log-out does it. */
async function logOutInBrowser(stage: Stage, cookies: CookieJar): Promise<void> {
	expect(await hasSession(stage)).toBe(true);
	const url = new URL(`${stage.identityServerUrl}/protocol/openid-connect/logout`);
	url.searchParams.set('id_token_hint', readTokens(stage).id_token);
	const answer = await fetch(url, {
		headers: { cookie: await cookies.getCookieString(url.href) },
	});
	expect(answer.status).toBe(200);
	expect(await hasSession(stage)).toBe(false);
}

async function logOutAsAdministrator(stage: Stage): Promise<void> {
	await stage.admin('POST', `${await stage.findUser('demo')}/logout`);
}

async function deleteOfflineSession(stage: Stage): Promise<void> {
	const client = await stage.findClient('public');
	const path = `${await stage.findUser('demo')}/offline-sessions/${client.split('/').at(-1)}`;
	const sessions = sessionList.parse(await stage.admin('GET', path));
	expect(sessions.length).toBeGreaterThan(0);
	for (const { id } of sessions) await stage.admin('DELETE', `/sessions/${id}?isOffline=true`);
}

/** What can be done, and whether it is done to a sign-in with Stay Signed In. */
const ends: [string, boolean, (stage: Stage, cookies: CookieJar) => Promise<void>][] = [
	['Nothing', true, async () => undefined],
	['The user logs out in the browser, with Stay Signed In', true, logOutInBrowser],
	['The user logs out in the browser, without Stay Signed In', false, logOutInBrowser],
	['An administrator ends all sessions, with Stay Signed In', true, logOutAsAdministrator],
	['An administrator ends all sessions, without Stay Signed In', false, logOutAsAdministrator],
	['The offline session is deleted', true, deleteOfflineSession],
	[
		'The consent is revoked, which deletes the offline session',
		true,
		async (stage) => {
			await stage.admin('DELETE', `${await stage.findUser('demo')}/consents/public`);
		},
	],
	[
		'The user is disabled',
		true,
		async (stage) => stage.change(await stage.findUser('demo'), { enabled: false }),
	],
	[
		'The client is disabled',
		true,
		async (stage) => stage.change(await stage.findClient('public'), { enabled: false }),
	],
];

/** What ends a sign-in, and what the user reads then. */
export function describeSessions(useSuite: () => Suite): void {
	describe('a session', () => {
		const stage = useStage(useSuite);
		afterEach(async () => {
			await stage.change(await stage.findUser('demo'), { enabled: true });
			await stage.change(await stage.findClient('public'), { enabled: true });
			await stage.change(await stage.findClient('confidential'), { secret });
		});

		test.each(ends)('%s', async (done, staySignedIn, act) => {
			const cookies = await openUsedBrowser(stage);
			const credential = await stage.connect('public', { cookies, staySignedIn });
			await waitForLaterSecond(stage);
			await act(stage, cookies);
			observe(section, done, await readBoth(credential));
		});

		test('goes on with a rotated client secret as soon as that is entered', async () => {
			const credential = await stage.connect('confidential');
			const path = `${await stage.findClient('confidential')}/client-secret`;
			const { value } = newSecret.parse(await stage.admin('POST', path));
			stage.proxy.rejectTokensSoFar();
			const before = await credential.run(getUserInfo);
			observe(section, 'The client secret is rotated', `Get User Info: ${before.read}`);
			await credential.enter({ clientSecret: value });
			const after = await credential.run(getUserInfo);
			observe(section, 'The new client secret is entered', `Get User Info: ${after.read}`);
		});

		test.each([
			['with Stay Signed In', true],
			['without Stay Signed In', false],
		])('of a client without refresh tokens, %s', async (how, staySignedIn) => {
			const credential = await stage.connect('no-refresh-tokens', { staySignedIn });
			const done = `The client issues no refresh tokens, ${how}`;
			observe(section, done, await readBoth(credential));
			stage.sandbox.identity.revokeAccessTokens();
			stage.proxy.rejectTokensSoFar();
			const out = `Sign Out: ${(await credential.run(signOut)).read}`;
			const ended = `${done}; the access token has ended`;
			observe(section, ended, `${await readBoth(credential)}. ${out}`);
		});

		const openBrowser = async () => new CookieJar();
		test.each<[string, boolean, (opened: Stage) => Promise<CookieJar>]>([
			['without Stay Signed In', false, openBrowser],
			['with Stay Signed In, in a browser that was signed in', true, openUsedBrowser],
			['with Stay Signed In, in a browser that was not signed in', true, openBrowser],
		])('two credentials of one browser, %s', async (done, staySignedIn, open) => {
			const options = { cookies: await open(stage), staySignedIn };
			const one = await stage.connect('public', options);
			const other = await stage.connect('confidential', options);
			await waitForLaterSecond(stage);
			expect((await one.run(signOut)).read).toBe('works');
			observe(section, `Sign Out, ${done}`, await readBoth(one));
			const shared = `Sign Out of another credential of the same browser, ${done}`;
			observe(section, shared, await readBoth(other));
		});
	});
}

import { CookieJar } from 'tough-cookie';
import * as z from 'zod/v4';
import type { StoredCredential } from '../nodes/host/stored-credential.mts';
import { secret } from './describe-realm.mts';
import { observe } from './observations.mts';
import { runOperation, type Stage, type Suite } from './start-suite.mts';

const section = 'What ends a sign-in';
const getCurrent = { resource: 'user', operation: 'getCurrent' };
const getUserInfo = { resource: 'identity', operation: 'getUserInfo' };
const signOut = { resource: 'identity', operation: 'signOut' };
const representation = z.looseObject({});
const newSecret = z.object({ value: z.string() });

/** The API looks at the token alone; for user info Keycloak looks at the session as well. */
async function readBoth(credential: StoredCredential): Promise<string> {
	const api = await runOperation(credential, getCurrent);
	const identity = await runOperation(credential, getUserInfo);
	return `Get Current: ${api.read}. Get User Info: ${identity.read}`;
}

async function change(stage: Stage, path: string, changes: object): Promise<void> {
	const before = representation.parse(await stage.admin('GET', path));
	await stage.admin('PUT', path, { ...before, ...changes });
}

const findUser = async (stage: Stage): Promise<string> =>
	`/users/${await stage.findUserId('demo')}`;
const findClient = async (stage: Stage, clientId: string): Promise<string> =>
	`/clients/${await stage.findClientId(clientId)}`;

/** What can be done, and whether it is done to a sign-in with Stay Signed In. */
const ends: [string, boolean, (stage: Stage) => Promise<unknown>][] = [
	['Nothing', true, async () => undefined],
	[
		'The user logs out, or an administrator ends all sessions; with Stay Signed In',
		true,
		async (stage) => stage.admin('POST', `${await findUser(stage)}/logout`),
	],
	[
		'The same without Stay Signed In',
		false,
		async (stage) => stage.admin('POST', `${await findUser(stage)}/logout`),
	],
	[
		'The consent is revoked, which deletes the offline session',
		true,
		async (stage) => stage.admin('DELETE', `${await findUser(stage)}/consents/public`),
	],
	[
		'The user is disabled',
		true,
		async (stage) => change(stage, await findUser(stage), { enabled: false }),
	],
	[
		'The client is disabled',
		true,
		async (stage) => change(stage, await findClient(stage, 'public'), { enabled: false }),
	],
];

/** What ends a sign-in, and what the user reads then. */
export function describeSessions(useSuite: () => Suite): void {
	describe('a session', () => {
		let stage: Stage;
		beforeAll(async () => {
			stage = await useSuite().openStage();
		});
		afterEach(async () => {
			await change(stage, await findUser(stage), { enabled: true });
			await change(stage, await findClient(stage, 'public'), { enabled: true });
			await change(stage, await findClient(stage, 'confidential'), { secret });
		});
		afterAll(async () => {
			await stage.close();
		});

		test.each(ends)('%s', async (done, staySignedIn, act) => {
			const credential = await stage.connect('public', { fields: { staySignedIn } });
			await act(stage);
			observe(section, done, await readBoth(credential));
		});

		test('goes on with a rotated client secret as soon as that is entered', async () => {
			const credential = await stage.connect('confidential');
			const path = `${await findClient(stage, 'confidential')}/client-secret`;
			const { value } = newSecret.parse(await stage.admin('POST', path));
			stage.proxy.refuseTokensSoFar();
			const before = await runOperation(credential, getUserInfo);
			observe(section, 'The client secret is rotated', `Get User Info: ${before.read}`);
			credential.data.clientSecret = value;
			const after = await runOperation(credential, getUserInfo);
			observe(section, 'The new client secret is entered', `Get User Info: ${after.read}`);
		});

		test.each([
			['without Stay Signed In', false],
			['with Stay Signed In', true],
		])('two credentials of one browser, %s', async (done, staySignedIn) => {
			const options = { cookies: new CookieJar(), fields: { staySignedIn } };
			const one = await stage.connect('public', options);
			const other = await stage.connect('confidential', options);
			expect((await runOperation(one, signOut)).read).toBe('works');
			observe(section, `Sign Out, ${done}`, await readBoth(one));
			const shared = `Sign Out of another credential of the same browser, ${done}`;
			observe(section, shared, await readBoth(other));
		});
	});
}

import {
	fail,
	getConfiguration,
	getCurrent,
	getUserInfo,
	run,
	runIdentity,
} from '../support/in-process/driver.mts';
import { startSecondService } from './service/start-service.mts';
import type { SecondService } from './service/start-service.mts';
import { toJson } from './service/serve.mts';
import { connect } from './sign-in.mts';

/** The switch that the messages name, off. */
const unverified = { advancedSettings: true, verifyTokens: false };
let service: SecondService;

beforeEach(async () => {
	service = await startSecondService();
});
afterEach(async () => await service.close());

const select = (choices: Partial<SecondService['identity']['choices']>) =>
	Object.assign(service.identity.choices, choices);

test('a token response in another order, with a lifetime as text, without scope, signs in', async () => {
	const user = await run(getCurrent, await connect(service));
	expect(user).toMatchObject({ id: 7, name: ['Ána', null], locale: {} });
});

test("the service's own refresh_token_expires_at is not overwritten", async () => {
	const user = await run(getCurrent, await connect(service));
	expect(user).toMatchObject({ refresh_token_expires_at: 'never' });
});

test('user info in types of its own arrives', async () => {
	const info = await run(getUserInfo, await connect(service));
	expect(info).toMatchObject({ sub: 'user|7', email_verified: 'true' });
});

test('a token without kid is checked by the only key', async () => {
	const credential = await connect(service);
	expect(await runIdentity('verifyToken', credential)).toMatchObject({
		access_token: { valid: true },
		id_token: { valid: true },
	});
});

test('a token without kid that two keys fit is rejected, with the switch that helps', async () => {
	select({ keys: 2 });
	const { message, description } = await fail(getCurrent, await connect(service));
	expect(`${message} ${description}`).toContain('Verify Tokens');
	expect(service.calls.map(({ path }) => path)).not.toContain('/api/Users/me');
	const credential = await connect(service, unverified);
	expect(await run(getCurrent, credential)).toMatchObject({ id: 7 });
});

test('an ID token signed by the client secret does not stop the access token', async () => {
	select({ idTokens: 'HS256' });
	expect(await run(getCurrent, await connect(service))).toMatchObject({ id: 7 });
});

test('an opaque access token is an error that names the switch, which lets it through', async () => {
	select({ accessTokens: 'opaque' });
	const { message, description } = await fail(getCurrent, await connect(service));
	expect(`${message} ${description}`).toContain('Verify Tokens');
	const credential = await connect(service, unverified);
	expect(await run(getCurrent, credential)).toMatchObject({ id: 7 });
});

test('an issuer that is not the expected one is shown beside it', async () => {
	const credential = await connect(service);
	service.replyOnce('openid-configuration', toJson(200, { issuer: 'https://login.example.com/' }));
	const { message, description } = await fail(getConfiguration, credential);
	expect(`${message} ${description}`).toContain('https://login.example.com/');
	expect(`${message} ${description}`).toContain(service.identity.url);
});

test('a sign-out that is answered by a redirect is a sign-out', async () => {
	const credential = await connect(service);
	expect(await runIdentity('signOut', credential)).toMatchObject({ signed_out: true });
	expect(service.identity.endings()).toEqual(['logout']);
});

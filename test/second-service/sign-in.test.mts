import { getCurrent, getUserInfo, run } from '../nodes/action-driver.mts';
import { startSecondService } from './service/start-service.mts';
import type { SecondService } from './service/start-service.mts';
import { connect } from './sign-in.mts';

/** The switch that the messages name, off. */
const unverified = { advancedSettings: true, verifySignIn: false };
let service: SecondService;

beforeEach(async () => {
	service = await startSecondService();
});
afterEach(async () => await service.close());

test('a token response in another order, with a lifetime as text, without scope, signs in', async () => {
	const user = await run(getCurrent, await connect(service, unverified));
	expect(user).toMatchObject({ id: 7, name: ['Ána', null], locale: {} });
});

test('user info in types of its own arrives', async () => {
	const info = await run(getUserInfo, await connect(service, unverified));
	expect(info).toMatchObject({ sub: 'user|7', email_verified: 'true' });
});

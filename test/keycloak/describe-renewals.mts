import { observe } from './observations.mts';
import type { Disturbance, Passed } from './start-proxy.mts';
import { runOperation, type Stage, type Suite } from './start-suite.mts';

const section = 'Renewing the access token';
const getUserInfo = { resource: 'identity', operation: 'getUserInfo' };

const listRefreshes = ({ proxy }: Stage): Passed[] =>
	proxy.passed.filter(({ form }) => form.grant_type === 'refresh_token');

/** Rotation of refresh tokens, and answers of the token endpoint that do not arrive. */
export function describeRenewals(useSuite: () => Suite): void {
	describe('a renewal', () => {
		let stage: Stage;
		beforeAll(async () => {
			stage = await useSuite().openStage();
		});
		afterAll(async () => {
			await stage.close();
		});

		test('rotates the refresh token each time, with no reuse allowed', async () => {
			const credential = await stage.connect('public');
			const before = listRefreshes(stage).length;
			for (const count of [1, 2, 3]) {
				stage.proxy.refuseTokensSoFar();
				expect((await runOperation(credential, getUserInfo)).read).toBe('works');
				expect(listRefreshes(stage)).toHaveLength(before + count);
			}
		});

		test('is made once by ten executions at the same time, with no reuse allowed', async () => {
			const credential = await stage.connect('public');
			const before = listRefreshes(stage).length;
			stage.proxy.refuseTokensSoFar();
			const executions = Array.from({ length: 10 }, () => runOperation(credential, getUserInfo));
			const reads = (await Promise.all(executions)).map(({ read }) => read);
			expect(reads).toEqual(reads.map(() => 'works'));
			expect(listRefreshes(stage)).toHaveLength(before + 1);
		});

		test.each<[string, Disturbance, number]>([
			['The connection is dropped before the refresh', 'refuse', 0],
			['A gateway answers 502 in place of Keycloak', 502, 0],
			['The answer to the refresh is lost; Refresh Token Max Reuse 0', 'lose', 0],
			['The answer to the refresh is lost; Refresh Token Max Reuse 1', 'lose', 1],
		])('%s', async (done, disturbance, refreshTokenMaxReuse) => {
			await stage.admin('PUT', '', { refreshTokenMaxReuse });
			const credential = await stage.connect('public');
			stage.proxy.refuseTokensSoFar();
			stage.proxy.disturb('/token', disturbance, 1);
			const before = listRefreshes(stage).length;
			const during = await runOperation(credential, getUserInfo);
			const status = typeof disturbance === 'number' ? disturbance : 0;
			expect(listRefreshes(stage)[before]?.status).toBe(status);
			const afterwards = await runOperation(credential, getUserInfo);
			observe(section, done, `${during.read}. Afterwards: ${afterwards.read}`);
		});
	});
}

import { decodeJwt } from 'jose';
import type { SavedCredential } from './connect-in-n8n.mts';
import { observe } from './observations.mts';
import { getCurrent, getUserInfo } from './operations.mts';
import { readTokens } from './read-tokens.mts';
import type { Disturbance, Passed } from './start-proxy.mts';
import { useStage, type Stage, type Suite } from './start-suite.mts';

const section = 'Refreshing the access token';

const listRefreshes = ({ proxy }: Stage): Passed[] =>
	proxy.passed.filter(({ form }) => form.grant_type === 'refresh_token');

/** Both operations refresh a token that is rejected: Get Current one that the API rejects. */
const operations = { 'Get Current': getCurrent, 'Get User Info': getUserInfo };

/** Connects, and has every token rejected that there is until now. */
async function connectRefused(stage: Stage): Promise<SavedCredential> {
	const credential = await stage.connect('public');
	expect((await credential.run(getCurrent)).read).toBe('works');
	stage.sandbox.identity.revokeAccessTokens();
	stage.proxy.rejectTokensSoFar();
	return credential;
}

/**
 * Rotation of refresh tokens, and a Keycloak that is away or whose answers do not arrive. Executions at the same time
 * make one refresh, whatever the server: test/versions, test/queue.
 */
export function describeRefreshes(useSuite: () => Suite): void {
	describe('a refresh', () => {
		const stage = useStage(useSuite);
		const stages = Object.entries(operations).map(([name, parameters]) => ({
			name,
			parameters,
			stage: useStage(useSuite),
		}));

		/** What the two operations read, each in its own realm at the same time. */
		async function readEach(read: (entry: (typeof stages)[number]) => Promise<string>) {
			const reading = stages.map(async (entry) => `${entry.name}: ${await read(entry)}`);
			return (await Promise.all(reading)).join('. ');
		}

		test('rotates the refresh token each time, with no reuse allowed', async () => {
			const credential = await stage.connect('public');
			const before = listRefreshes(stage).length;
			for (const count of [1, 2, 3]) {
				stage.proxy.rejectTokensSoFar();
				expect((await credential.run(getUserInfo)).read).toBe('works');
				expect(listRefreshes(stage)).toHaveLength(before + count);
			}
			const shown = listRefreshes(stage).map(({ form }) => form.refresh_token);
			expect(new Set(shown).size).toBe(shown.length);
			// The interface document promises none.
			expect(decodeJwt(readTokens(stage).id_token)).toMatchObject({ aud: 'public' });
		});

		test.each<[string, Disturbance, number]>([
			['The connection is dropped before the refresh', 'drop', 0],
			['A gateway responds with 502 in place of Keycloak', 502, 0],
			['Keycloak hangs before the refresh, until a gateway responds with 504', 'time-out', 0],
			[
				'Keycloak hangs after the refresh, until a gateway responds with 504; Refresh Token Max Reuse 0',
				'time-out-after-effect',
				0,
			],
			['The response to the refresh is lost; Refresh Token Max Reuse 0', 'lose', 0],
			['The response to the refresh is lost; Refresh Token Max Reuse 1', 'lose', 1],
		])('%s', async (done, disturbance, refreshTokenMaxReuse) => {
			const line = await readEach(async (entry) => {
				await entry.stage.admin('PUT', '', { refreshTokenMaxReuse });
				const credential = await connectRefused(entry.stage);
				const before = listRefreshes(entry.stage).length;
				entry.stage.proxy.disturb('/token', disturbance, 1);
				const during = await credential.run(entry.parameters);
				expect(listRefreshes(entry.stage)[before]?.answer).toBe('');
				const afterwards = await credential.run(entry.parameters);
				return `${during.read}, afterwards ${afterwards.read}`;
			});
			observe(section, done, line);
		});

		test.each([
			['Keycloak is stopped before the refresh', false],
			['Keycloak is stopped after the refresh', true],
		])('%s', async (done, isRefreshed) => {
			const line = await readEach(async (entry) => {
				const credential = await connectRefused(entry.stage);
				if (isRefreshed) expect((await credential.run(entry.parameters)).read).toBe('works');
				await entry.stage.proxy.stop();
				const during = await credential.run(entry.parameters);
				await entry.stage.proxy.start();
				const afterwards = await credential.run(entry.parameters);
				return `${during.read}, afterwards ${afterwards.read}`;
			});
			observe(section, done, line);
		});
	});
}

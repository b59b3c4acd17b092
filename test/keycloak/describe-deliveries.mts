import { decodeJwt } from 'jose';
import * as z from 'zod/v4';
import { waitUntil } from '../../host/wait-until.mts';
import { askServiceToken, deliverToAll, publishTriggers, type Triggers } from './deliver.mts';
import { observe } from './observations.mts';
import { readTokens } from './read-tokens.mts';
import { useStage, type Stage, type Suite } from './start-suite.mts';

const section = 'Deliveries signed by a service account';
const client = z.looseObject({ attributes: z.record(z.string(), z.unknown()) });
// A token counts for a minute longer than it says, against clocks that differ.
const expiredAfterMs = 62_000;

/** A token that was asked for when the suite began, and has expired when it is needed. */
export type ExpiringToken = Awaited<ReturnType<typeof beginToExpire>>;

/** Asks for the service's own token, of a second's life. */
export async function beginToExpire(suite: Suite) {
	const stage = await suite.openStage();
	const path = await stage.findClient('service');
	const { attributes } = client.parse(await stage.admin('GET', path));
	await stage.change(path, { attributes: { ...attributes, 'access.token.lifespan': '1' } });
	const token = await askServiceToken(stage, 'service');
	await stage.change(path, { attributes: { ...attributes, 'access.token.lifespan': '' } });
	const expiredAt = Date.now() + expiredAfterMs;
	const waitForToken = () =>
		waitUntil(() => (Date.now() < expiredAt ? undefined : token), {
			what: 'the token to expire',
		});
	return { stage, waitForToken };
}

/** Deliveries whose token Keycloak issued, in every mode of Verify Deliveries. */
export function describeDeliveries(
	useSuite: () => Suite,
	useExpiringToken: () => ExpiringToken,
): void {
	describe('a delivery', () => {
		let stage: Stage;
		const other = useStage(useSuite);
		let triggers: Triggers;
		beforeAll(async () => {
			({ stage } = useExpiringToken());
			triggers = await publishTriggers(stage);
		});

		const askIdToken = async (): Promise<string> => {
			await stage.connect('public');
			return readTokens(stage).id_token;
		};

		test.each<[string, () => Promise<string>]>([
			["The service's own token", () => askServiceToken(stage, 'service')],
			['The token of another client', () => askServiceToken(stage, 'other-service')],
			['The token of another realm', () => askServiceToken(other, 'service')],
			['An ID token', askIdToken],
			['An expired token', () => useExpiringToken().waitForToken()],
		])('%s', async (done, ask) => {
			observe(section, done, await deliverToAll(stage, triggers, await ask()));
		});

		test('with a nonce in its access token', async () => {
			const clientId = 'with-nonce';
			await stage.connect(clientId, { nonce: 'from-the-sign-in' });
			const { access_token: token } = readTokens(stage);
			expect(decodeJwt(token)).toMatchObject({ nonce: 'from-the-sign-in', azp: clientId });
			const expecting = await publishTriggers(stage, { expectedClient: clientId });
			const done = 'An access token with a nonce, as up to Keycloak 24';
			observe(section, done, await deliverToAll(stage, expecting, token));
		});
	});
}

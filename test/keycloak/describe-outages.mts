import { addRealmKey, askServiceToken, deliverToAll, publishTriggers } from './deliver.mts';
import { observe } from './observations.mts';
import { getCurrent, getServerSettings, getUserInfo, verifyToken } from './operations.mts';
import type { Stage, Suite } from './start-suite.mts';

const section = 'Keycloak is away';
const operations = {
	'Get Current': getCurrent,
	'Get User Info': getUserInfo,
	'Verify Token': verifyToken,
	'Get Server Settings': getServerSettings,
};

/** What a user reads in the end of an operation that Keycloak never answers. */
export type HangingOperation = Awaited<ReturnType<typeof beginToHang>>;

/** Begins an operation that waits for its time limit, while other cases run. */
export async function beginToHang(suite: Suite) {
	const stage = await suite.openStage();
	const credential = await stage.connect('public');
	stage.proxy.disturb('/userinfo', 'hang', 1);
	const read = credential.run(getUserInfo).then(
		(outcome) => outcome.read,
		(error: unknown) => String(error),
	);
	return { stage, read };
}

/** A Keycloak that hangs or is stopped, while nothing is refreshed. */
export function describeOutages(
	useSuite: () => Suite,
	useHangingOperation: () => HangingOperation,
): void {
	describe('an outage', () => {
		// n8n read its keys when the suite began: from here on it may ask for them again.
		let stage: Stage;
		beforeAll(() => {
			({ stage } = useHangingOperation());
		});

		test('in which user info is never answered ends at its time limit, and is not tried again', async () => {
			observe(section, 'It hangs', `Get User Info: ${await useHangingOperation().read}`);
			const asked = stage.proxy.passed.filter(({ path }) => path.endsWith('/userinfo'));
			expect(asked).toHaveLength(1);
		});

		test('in which keys were never read holds deliveries back if they must verify', async () => {
			const unseen = await useSuite().openStage();
			const unverified = { advancedSettings: true, verifyTokens: false };
			const triggers = await publishTriggers(unseen, unverified);
			const token = await askServiceToken(unseen, 'service');
			unseen.proxy.disturb('/certs', 'hang', 2);
			const done = 'It hangs, and n8n has not read its keys yet: a delivery';
			observe(section, done, await deliverToAll(unseen, triggers, token));
		});

		test('does not keep from what Keycloak is not asked for', async () => {
			const credential = await stage.connect('public');
			await stage.proxy.stop();
			const lines: string[] = [];
			for (const [name, parameters] of Object.entries(operations)) {
				lines.push(`${name}: ${(await credential.run(parameters)).read}`);
			}
			await stage.proxy.start();
			observe(section, 'It is stopped after Connect', lines.join('. '));
		});

		test('lets deliveries signed by a known key through', async () => {
			const triggers = await publishTriggers(stage);
			const known = await askServiceToken(stage, 'service');
			await addRealmKey(stage);
			const unknown = await askServiceToken(stage, 'service');
			await stage.proxy.stop();
			const read = {
				known: await deliverToAll(stage, triggers, known),
				unknown: await deliverToAll(stage, triggers, unknown),
			};
			await stage.proxy.start();
			observe(section, 'It is stopped: a delivery signed by a known key', read.known);
			observe(section, 'It is stopped: a delivery signed by a new key', read.unknown);
		});
	});
}

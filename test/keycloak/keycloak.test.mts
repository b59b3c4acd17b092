import { concludeObservations } from './observations.mts';
import { describeDeliveries } from './describe-deliveries.mts';
import { describeKeys } from './describe-keys.mts';
import { describeRenewals } from './describe-renewals.mts';
import { describeSessions } from './describe-sessions.mts';
import { describeSignIns } from './describe-sign-ins.mts';
import { startSuite, type Suite } from './start-suite.mts';

// A Keycloak takes long to start, so all cases share one; realms are their own.
jest.setTimeout(900_000);

let suite: Suite | undefined;
const useSuite = (): Suite => {
	if (suite === undefined) throw new Error('Keycloak was not started.');
	return suite;
};

beforeAll(async () => {
	suite = await startSuite();
});
afterAll(async () => {
	await suite?.close();
});

describeSignIns(useSuite);
describeSessions(useSuite);
describeRenewals(useSuite);
describeKeys(useSuite);
describeDeliveries(useSuite);

test('docs/identity-server.md shows what was observed', () => {
	concludeObservations();
});

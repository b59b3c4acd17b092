import { describeConsole } from './describe-console.mts';
import { beginToExpire, describeDeliveries, type ExpiringToken } from './describe-deliveries.mts';
import { describeIdentityOperations } from './describe-identity-operations.mts';
import { describeKeys } from './describe-keys.mts';
import { beginToHang, describeOutages, type HangingOperation } from './describe-outages.mts';
import { describeRefreshes } from './describe-refreshes.mts';
import { describeSessions } from './describe-sessions.mts';
import { describeSignIns } from './describe-sign-ins.mts';
import { concludeObservations } from './observations.mts';
import { startSuite, type Suite } from './start-suite.mts';

// Both take long to start, so all cases share one Keycloak and one n8n; realms are their own.
jest.setTimeout(900_000);

let suite: Suite;
// What goes on while the cases run.
let expiringToken: ExpiringToken;
let hangingOperation: HangingOperation;
const useSuite = (): Suite => suite;

beforeAll(async () => {
	suite = await startSuite();
	expiringToken = await beginToExpire(suite);
	hangingOperation = await beginToHang(suite);
});
afterAll(() => suite?.close());

describeSignIns(useSuite);
describeConsole(useSuite);
describeSessions(useSuite);
describeIdentityOperations(useSuite);
describeRefreshes(useSuite);
describeKeys(useSuite);
describeDeliveries(useSuite, () => expiringToken);
describeOutages(useSuite, () => hangingOperation);

test('test/keycloak/results.md shows what was observed', () => {
	concludeObservations();
});

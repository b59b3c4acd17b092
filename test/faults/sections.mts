// Every operation that calls somebody, at every route that it calls.
import type { FaultTarget } from '../../sandbox/types.mts';
import { createDeliveryOperation } from './operations/delivery-operations.mts';
import * as actions from './operations/execute-operations.mts';
import * as trigger from './operations/publish-operations.mts';
import type { Operation } from './run-scenario.mts';

/** What is done, and the route that the faults are switched on for. */
export type Section = [Operation, FaultTarget];

/**
 * By the title of its table in results.md, which
 * lists the faults that it meets and what comes of each; `npm run test:faults -- --write` fills in a row
 * that has only the fault's name.
 */
export const sections: Record<string, Section> = {
	// This call comes before anything is made: n8n's next attempt is free to start again.
	'Trigger: publish, at GET /api/Users/me': [trigger.publish, 'users-me'],
	// An attempt follows only on an answer by which nothing can have been made. A delay beyond the time
	// limit is not played: a request that hangs may take effect at any moment after the fault.
	'Trigger: publish, at POST /api/Webhooks': [trigger.publish, 'webhooks'],
	// After a failure n8n's further attempts, which come within 15 s, send nothing.
	'Trigger: publish with a token that has to be refreshed, at the token endpoint': [
		trigger.publishWithRefresh,
		'token',
	],
	// Nothing is sent, so nothing can fail.
	'Trigger: publish what is registered already': [trigger.publishUnchanged, 'webhooks'],
	'Trigger: unpublish with Keep': [trigger.unpublishAndKeep, 'webhooks'],
	// The service of the sandbox knows no DELETE: its 404 means "forgotten", and publishing registers again.
	'Trigger: unpublish with Try to Delete, at DELETE /api/Webhooks': [
		trigger.unpublishAndDelete,
		'webhooks',
	],
	// Without keys nothing is accepted, and the service is asked to deliver again.
	'Trigger: delivery with Require, the first one, at the keys': [
		createDeliveryOperation('require'),
		'certs',
	],
	// The keys are fresh: only a key that nobody knows makes them be asked for.
	'Trigger: delivery with Require, a minute after another, at the keys': [
		createDeliveryOperation('require', 0),
		'certs',
	],
	// The keys are stale, and good enough as long as there are no others.
	'Trigger: delivery with Require, an hour after another, at the keys': [
		createDeliveryOperation('require', 60 * 60 * 1000),
		'certs',
	],
	// Accepted in any case; the item says what could not be verified. Once it can be verified, the same
	// delivery runs again: what was not verified never makes what is a duplicate.
	'Trigger: delivery with Report Only, the first one, at the keys': [
		createDeliveryOperation('reportOnly'),
		'certs',
	],
	'User: Get Current, at GET /api/Users/me': [actions.getCurrent, 'users-me'],
	// A call does not depend on the keys: without them the token is sent unverified, and verified the next
	// time. After a rotation the ID token's key is asked for once more, and then counts as old.
	'Any call with a new token, at the keys that verify it': [actions.firstCall, 'certs'],
	// A delay beyond the limit of 60 s is played by test/nodes/shared/token-refresh.test.mts. n8n drops the
	// Retry-After of a 429. After a dropped connection the refresh token was replaced by one that n8n never
	// received: the sign-in is over.
	'Any call whose token has to be refreshed, at the token endpoint': [actions.refresh, 'token'],
	// GET /api/Users/me comes first; this call is sent again only if nothing can have been made. A delay
	// beyond the time limit is not played: a request that hangs may take effect at any moment after the fault.
	'Webhook: Register, at POST /api/Webhooks': [actions.register, 'webhooks'],
	// Nothing is made before the sign-in works.
	'Webhook: Register with a token that has to be refreshed, at the token endpoint': [
		actions.registerWithRefresh,
		'token',
	],
	'Identity: Get User Info, at the userinfo endpoint': [actions.getUserInfo, 'userinfo'],
	'Identity: Get Server Settings, at the discovery document': [
		actions.getServerSettings,
		'discovery',
	],
	// If the whole server is away, the discovery document comes first.
	'Identity: Get Server Settings, at the keys': [actions.getServerSettings, 'certs'],
	// What was found about a token is data, and no failure.
	'Identity: Verify Token, the first time, at the keys': [actions.verifyTokenFirst, 'certs'],
	// The keys are remembered.
	'Identity: Verify Token, a minute after another call, at the keys': [
		actions.verifyTokenAgain,
		'certs',
	],
	// n8n is asked to refresh, whether or not the access token still works.
	'Identity: Refresh Token, at the token endpoint': [actions.refreshToken, 'token'],
	// Signing out ends the refresh token, so what succeeded once says the second time that it is over. A
	// delay beyond the time limit is played after the effect: before it, the effect may come at any moment
	// after the fault. The answer's body is not read.
	'Identity: Sign Out, at the logout endpoint': [actions.signOut, 'logout'],
	// A read with errors of its own; what broke off behind its first bytes is not tried again.
	'Recording: Download, at the storage': [actions.download, 'recordings'],
};

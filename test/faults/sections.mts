// Every operation that calls somebody, at every route that it calls.
import type { FaultTarget } from '../../sandbox/types.mts';
import { createDeliveryOperation } from './operations/delivery-operations.mts';
import {
	download,
	firstCall,
	getCurrent,
	getServerSettings,
	getUserInfo,
	refresh,
	refreshToken,
	register,
	registerWithRefresh,
	signOut,
	verifyTokenAgain,
	verifyTokenFirst,
} from './operations/execute-operations.mts';
import {
	publish,
	publishUnchanged,
	publishWithRefresh,
	unpublishAndDelete,
	unpublishAndKeep,
} from './operations/publish-operations.mts';
import type { Operation } from './run-scenario.mts';

/**
 * One operation at one route. Its table in results.md lists the faults that it meets and what comes of
 * each; `npm run test:faults -- --write` fills in a row that has only the fault's name.
 */
export interface Section {
	/** As in the docs. */
	title: string;
	operation: Operation;
	/** The route that the faults are switched on for. */
	target: FaultTarget;
}

export const sections: Section[] = [
	{
		// This call comes before anything is made: n8n's next attempt is free to start again.
		title: 'Trigger: publish, at GET /api/Users/me',
		operation: publish,
		target: 'users-me',
	},
	{
		// An attempt follows only on an answer by which nothing can have been made. A delay beyond the time
		// limit is not played: a request that hangs may take effect at any moment after the fault.
		title: 'Trigger: publish, at POST /api/Webhooks',
		operation: publish,
		target: 'webhooks',
	},
	{
		// After a failure n8n's further attempts, which come within 15 s, send nothing.
		title: 'Trigger: publish with a token that has to be refreshed, at the token endpoint',
		operation: publishWithRefresh,
		target: 'token',
	},
	{
		// Nothing is sent, so nothing can fail.
		title: 'Trigger: publish what is registered already',
		operation: publishUnchanged,
		target: 'webhooks',
	},
	{ title: 'Trigger: unpublish with Keep', operation: unpublishAndKeep, target: 'webhooks' },
	{
		// The service of the sandbox knows no DELETE: its 404 means "forgotten", and publishing registers again.
		title: 'Trigger: unpublish with Try to Delete, at DELETE /api/Webhooks',
		operation: unpublishAndDelete,
		target: 'webhooks',
	},
	{
		// Without keys nothing is accepted, and the service is asked to deliver again.
		title: 'Trigger: delivery with Require, the first one, at the keys',
		operation: createDeliveryOperation({ verifyDeliveries: 'require' }),
		target: 'certs',
	},
	{
		// The keys are fresh: only a key that nobody knows makes them be asked for.
		title: 'Trigger: delivery with Require, a minute after another, at the keys',
		operation: createDeliveryOperation({ verifyDeliveries: 'require', lastDeliveryMs: 0 }),
		target: 'certs',
	},
	{
		// The keys are stale, and good enough as long as there are no others.
		title: 'Trigger: delivery with Require, an hour after another, at the keys',
		operation: createDeliveryOperation({
			verifyDeliveries: 'require',
			lastDeliveryMs: 60 * 60 * 1000,
		}),
		target: 'certs',
	},
	{
		// Accepted in any case; the item says what could not be verified. Once it can be verified, the same
		// delivery runs again: what was not verified never makes what is a duplicate.
		title: 'Trigger: delivery with Report Only, the first one, at the keys',
		operation: createDeliveryOperation({ verifyDeliveries: 'reportOnly' }),
		target: 'certs',
	},
	{
		title: 'User: Get Current, at GET /api/Users/me',
		operation: getCurrent,
		target: 'users-me',
	},
	{
		// A call does not depend on the keys: without them the token is sent unverified, and verified the next
		// time. After a rotation the ID token's key is asked for once more, and then counts as old.
		title: 'Any call with a new token, at the keys that verify it',
		operation: firstCall,
		target: 'certs',
	},
	{
		// A delay beyond the limit of 60 s is played by test/nodes/shared/token-refresh.test.mts. n8n drops the
		// Retry-After of a 429. After a dropped connection the refresh token was replaced by one that n8n never
		// received: the sign-in is over.
		title: 'Any call whose token has to be refreshed, at the token endpoint',
		operation: refresh,
		target: 'token',
	},
	{
		// GET /api/Users/me comes first; this call is sent again only if nothing can have been made. A delay
		// beyond the time limit is not played: a request that hangs may take effect at any moment after the fault.
		title: 'Webhook: Register, at POST /api/Webhooks',
		operation: register,
		target: 'webhooks',
	},
	{
		// Nothing is made before the sign-in works.
		title: 'Webhook: Register with a token that has to be refreshed, at the token endpoint',
		operation: registerWithRefresh,
		target: 'token',
	},
	{
		title: 'Identity: Get User Info, at the userinfo endpoint',
		operation: getUserInfo,
		target: 'userinfo',
	},
	{
		title: 'Identity: Get Server Settings, at the discovery document',
		operation: getServerSettings,
		target: 'discovery',
	},
	{
		// If the whole server is away, the discovery document comes first.
		title: 'Identity: Get Server Settings, at the keys',
		operation: getServerSettings,
		target: 'certs',
	},
	{
		// What was found about a token is data, and no failure.
		title: 'Identity: Verify Token, the first time, at the keys',
		operation: verifyTokenFirst,
		target: 'certs',
	},
	{
		// The keys are remembered.
		title: 'Identity: Verify Token, a minute after another call, at the keys',
		operation: verifyTokenAgain,
		target: 'certs',
	},
	{
		// n8n is asked to refresh, whether or not the access token still works.
		title: 'Identity: Refresh Token, at the token endpoint',
		operation: refreshToken,
		target: 'token',
	},
	{
		// Signing out ends the refresh token, so what succeeded once says the second time that it is over. A
		// delay beyond the time limit is played after the effect: before it, the effect may come at any moment
		// after the fault. The answer's body is not read.
		title: 'Identity: Sign Out, at the logout endpoint',
		operation: signOut,
		target: 'logout',
	},
	{
		// A read with errors of its own; what broke off behind its first bytes is not tried again.
		title: 'Recording: Download, at the storage',
		operation: download,
		target: 'recordings',
	},
];

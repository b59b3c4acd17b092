// Every operation that calls somebody, at every route that it calls.
import type { INodeParameters } from 'n8n-workflow';
import type { FaultTarget } from '../../sandbox/types.mts';
import {
	getConfiguration,
	getCurrent,
	getUserInfo,
	register,
} from '../support/in-process/driver.mts';
import { createDeliveryOperation } from './operations/delivery-operations.mts';
import * as trigger from './operations/publish-operations.mts';
import type { Operation } from './run-scenario.mts';
import { execute, settle, type Stage } from './stage.mts';

/** What is done, and the route that the faults are switched on for. */
export type Section = [Operation, FaultTarget];

/** One call before the fault, by which the token has verified and the keys are known. */
const prepare: Operation['prepare'] = async (stage) => void (await execute(stage, getCurrent));

/** The service rejects the access token, so n8n has to refresh it. */
const prepareRefresh: Operation['prepare'] = async (stage) => {
	await prepare(stage);
	await stage.sandbox.switchOnFault('token-expired');
};

const call =
	(parameters: INodeParameters): Operation['run'] =>
	async (stage) =>
		await settle(stage, execute(stage, parameters));

const callIdentity = (operation: string) =>
	call({ resource: 'identity', operation, refresh: 'always' });

const registerOperation: Operation = {
	prepare,
	registers: true,
	run: call(register),
	async runAfterwards(stage) {
		// Anyone who got an error that leaves it open looks in the web app, and deletes what is there.
		stage.sandbox.registrations.length = 0;
		return await call(register)(stage);
	},
};

/** What was found about a token is data, and no failure. */
async function verifyToken(stage: Stage): Promise<string> {
	const [item] = await execute(stage, { resource: 'identity', operation: 'verifyToken' });
	const { valid, code } = Object(item?.json.access_token);
	return valid === true ? 'ok' : `valid: false, ${code}`;
}

const recordingBytes = 2_000_000;

async function download(stage: Stage): Promise<void> {
	const data = stage.sandbox.createRecord({ seed: 1, withRecording: true, recordingBytes });
	// The shortest limit that the node takes, which has to end the request in place of the stage's.
	const options = stage.timeLimitMs === undefined ? {} : { timeLimit: 1 };
	stage.timeLimitMs = undefined;
	const parameters = { resource: 'recording', operation: 'download', options };
	const [item] = await execute(stage, parameters, { json: JSON.parse(JSON.stringify(data)) });
	expect(Object(item?.json.recordings).tracks).toMatchObject([{ bytes: recordingBytes }]);
}

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
	'Trigger: publish with a token that has to be refreshed, at the token endpoint': [
		trigger.publishWithRefresh,
		'token',
	],
	// Nothing is sent, so nothing can fail.
	'Trigger: publish what is registered already': [trigger.publishUnchanged, 'webhooks'],
	'Trigger: unpublish with Keep': [trigger.createUnpublishing('keep'), 'webhooks'],
	// The service of the sandbox knows no DELETE: its 404 means "forgotten", and publishing registers again.
	'Trigger: unpublish with Try to Delete, at DELETE /api/Webhooks': [
		trigger.createUnpublishing('tryToDelete'),
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
	'User: Get Current, at GET /api/Users/me': [{ prepare, run: call(getCurrent) }, 'users-me'],
	// Without the keys the token is sent unverified, and verified the next time.
	'Any call with a new token, at the keys that verify it': [{ run: call(getCurrent) }, 'certs'],
	// A delay beyond the limit of 60 s is played by test/nodes/shared/token-refresh.test.mts. n8n drops the
	// Retry-After of a 429.
	'Any call whose token has to be refreshed, at the token endpoint': [
		{ prepare: prepareRefresh, run: call(getCurrent) },
		'token',
	],
	'Webhook: Register, at POST /api/Webhooks': [registerOperation, 'webhooks'],
	'Webhook: Register with a token that has to be refreshed, at the token endpoint': [
		{ ...registerOperation, prepare: prepareRefresh },
		'token',
	],
	'Identity: Get User Info, at the userinfo endpoint': [
		{ prepare, run: call(getUserInfo) },
		'userinfo',
	],
	'Identity: Get Server Settings, at the discovery document': [
		{ run: call(getConfiguration) },
		'discovery',
	],
	// If the whole server is away, the discovery document comes first.
	'Identity: Get Server Settings, at the keys': [{ run: call(getConfiguration) }, 'certs'],
	'Identity: Verify Token, the first time, at the keys': [{ run: verifyToken }, 'certs'],
	// The keys are remembered.
	'Identity: Verify Token, a minute after another call, at the keys': [
		{ prepare, run: verifyToken },
		'certs',
	],
	// n8n is asked to refresh, whether or not the access token still works.
	'Identity: Refresh Token, at the token endpoint': [
		{ run: callIdentity('refreshToken') },
		'token',
	],
	// What succeeded once says the second time that the sign-in is over. A delay beyond the time limit is played
	// after the effect, as with a registration. The answer's body is not read.
	'Identity: Sign Out, at the logout endpoint': [{ run: callIdentity('signOut') }, 'logout'],
	// A read with errors of its own; what broke off behind its first bytes is not tried again.
	'Recording: Download, at the storage': [
		{ run: async (stage) => await settle(stage, download(stage)) },
		'recordings',
	],
};

import type { INodeParameters } from 'n8n-workflow';
import * as driver from '../../support/in-process/driver.mts';
import type { Operation } from '../run-scenario.mts';
import { describeFailure, execute } from '../stage.mts';
import type { Stage } from '../stage.mts';

async function attempt(stage: Stage, parameters: INodeParameters): Promise<string> {
	try {
		await execute(stage, parameters);
		return 'ok';
	} catch (error) {
		return describeFailure(stage, error);
	}
}

/** One call before the fault, by which the token has verified and the keys are known. */
async function prepare(stage: Stage): Promise<void> {
	await execute(stage, driver.getCurrent);
}

export const getCurrent: Operation = {
	prepare,
	run: async (stage) => await attempt(stage, driver.getCurrent),
};

/** The same without a call before: the token has to be verified first. */
export const firstCall: Operation = { run: getCurrent.run };

/** The service rejects the access token, so n8n has to refresh it. */
async function prepareRefresh(stage: Stage): Promise<void> {
	await prepare(stage);
	await stage.sandbox.switchOnFault('token-expired');
}

export const refresh: Operation = { prepare: prepareRefresh, run: getCurrent.run };

const registerOnce = (stage: Stage) => attempt(stage, driver.register);

export const register: Operation = {
	prepare,
	registers: true,
	run: registerOnce,
	async runAfterwards(stage) {
		// Anyone who got an error that leaves it open looks in the web app, and deletes what is there.
		stage.sandbox.registrations.length = 0;
		return await registerOnce(stage);
	},
};

export const registerWithRefresh: Operation = { ...register, prepare: prepareRefresh };

const identity = (operation: string): Operation['run'] => {
	return async (stage) => await attempt(stage, { resource: 'identity', operation });
};

export const getUserInfo: Operation = { prepare, run: identity('getUserInfo') };
export const getServerSettings: Operation = { run: identity('getServerSettings') };
export const refreshToken: Operation = {
	run: async (stage) =>
		await attempt(stage, { resource: 'identity', operation: 'refreshToken', refresh: 'always' }),
};
export const signOut: Operation = { run: identity('signOut') };

/** Tells what it found as data. */
async function verifyToken(stage: Stage): Promise<string> {
	const [item] = await execute(stage, { resource: 'identity', operation: 'verifyToken' });
	const { valid, code } = Object(item?.json.access_token);
	return valid === true ? 'ok' : `valid: false, ${code}`;
}

export const verifyTokenFirst: Operation = { run: verifyToken };
export const verifyTokenAgain: Operation = { prepare, run: verifyToken };

const recordingBytes = 2_000_000;

async function downloadRecording(stage: Stage): Promise<string> {
	const data = stage.sandbox.createRecord({ seed: 1, withRecording: true, recordingBytes });
	// The shortest limit that the node takes, which has to end the request in place of the stage's.
	const options = stage.timeLimitMs === undefined ? {} : { timeLimit: 1 };
	stage.timeLimitMs = undefined;
	try {
		const [item] = await execute(
			stage,
			{ resource: 'recording', operation: 'download', options },
			{ json: JSON.parse(JSON.stringify(data)) },
		);
		expect(Object(item?.json.recordings).tracks).toMatchObject([{ bytes: recordingBytes }]);
		return 'ok';
	} catch (error) {
		return describeFailure(stage, error);
	}
}

export const download: Operation = { run: downloadRecording };

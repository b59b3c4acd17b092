import type { INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { publish as publishOnce } from '../../support/in-process/registration-driver.mts';
import { advanceClock, type Operation } from '../run-scenario.mts';
import { settle, type Stage } from '../stage.mts';

const { delete: remove } = new VoiceAgentTrigger().webhookMethods.default;
const attempts = 5;

const openHost = (stage: Stage, parameters: INodeParameters = {}) =>
	stage.createHost({ type: 'voiceAgentTrigger', staticData: stage.staticData, parameters });

/**
 * Publishes as n8n does: five attempts, `delete` after each that failed, and what a failing one stored
 * is lost.
 */
async function publishOrFail(stage: Stage, parameters?: INodeParameters): Promise<string> {
	let failure: unknown;
	for (let attempt = 1; attempt <= attempts; attempt++) {
		const host = openHost(stage, parameters);
		try {
			await publishOnce(host);
			stage.staticData = host.saveStaticData();
			return attempt === 1 ? 'ok' : `ok at attempt ${attempt}`;
		} catch (error) {
			failure = error;
			stage.watch.record('publishing', error);
			await remove.call(host.hook());
		}
	}
	throw failure;
}

async function publishAgain(stage: Stage): Promise<string> {
	const { registrations, requests } = stage.sandbox;
	try {
		return await publishOrFail(stage);
	} catch (error) {
		// It stays open whether a webhook exists, so nothing may have been sent again.
		expect(error).toHaveProperty('context.code', expect.stringMatching(/^registration-/));
		expect(requests).toEqual([]);
		// The user looks in the web app, deletes what is there, and publishes again.
		registrations.length = 0;
		advanceClock(121_000);
		return `${await publishOrFail(stage)} 2 minutes later`;
	}
}

/** The token has verified and the keys are known. */
async function prepare(stage: Stage): Promise<void> {
	await publishOrFail(stage, { options: { registerAgain: 2 } });
	stage.sandbox.registrations.length = 0;
}

export const publish: Operation = {
	registers: true,
	prepare,
	run: async (stage) => await settle(stage, publishOrFail(stage)),
	runAfterwards: publishAgain,
};

/** Publishing with an access token that the service rejects, so n8n has to refresh it. */
export const publishWithRefresh: Operation = {
	...publish,
	async prepare(stage) {
		await prepare(stage);
		await stage.sandbox.switchOnFault('token-expired');
	},
};

/** Publishing what is registered already. */
export const publishUnchanged: Operation = {
	registers: true,
	prepare: async (stage) => void (await publishOrFail(stage)),
	run: async (stage) => await publishOrFail(stage),
};

export const createUnpublishing = (onUnpublish: 'keep' | 'tryToDelete'): Operation => ({
	...publishUnchanged,
	async run(stage) {
		const host = openHost(stage, { options: { onUnpublish } });
		await remove.call(host.hook('update'));
		stage.staticData = host.saveStaticData();
		const [remembered] = Object.values(Object(stage.staticData.global));
		return Object.keys(Object(remembered)).length === 1 ? 'ok, kept' : 'ok, forgotten';
	},
	runAfterwards: publishAgain,
});

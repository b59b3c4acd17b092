import type { INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { publish as publishOnce } from '../../support/in-process/registration-driver.mts';
import { advanceClock } from '../run-scenario.mts';
import type { Operation } from '../run-scenario.mts';
import { describeFailure } from '../stage.mts';
import type { Stage } from '../stage.mts';

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
		expect(error).toHaveProperty('context.cooldown', expect.any(String));
		expect(requests).toEqual([]);
		// The user looks in the web app, deletes what is there, and publishes again.
		registrations.length = 0;
		advanceClock(121_000);
		return `${await publishOrFail(stage)} 2 minutes later`;
	}
}

export const publish: Operation = {
	registers: true,
	// The token has verified and the keys are known.
	async prepare(stage) {
		await publishOrFail(stage, { options: { registerAgain: 2 } });
		stage.sandbox.registrations.length = 0;
	},
	async run(stage) {
		try {
			return await publishOrFail(stage);
		} catch (error) {
			return describeFailure(stage, error);
		}
	},
	runAfterwards: publishAgain,
};

/** Publishing with an access token that the service rejects, so n8n has to refresh it. */
export const publishWithRefresh: Operation = {
	...publish,
	async prepare(stage) {
		await publish.prepare?.(stage);
		await stage.sandbox.switchOnFault('token-expired');
	},
};

/** Publishing what is registered already. */
export const publishUnchanged: Operation = {
	registers: true,
	prepare: async (stage) => void (await publishOrFail(stage)),
	run: async (stage) => await publishOrFail(stage),
};

async function unpublish(stage: Stage, onUnpublish: string): Promise<string> {
	const host = openHost(stage, { options: { onUnpublish } });
	const remembered = () =>
		Object.values(Object(host.saveStaticData().global)).map((map) => Object.keys(Object(map)));
	const before = remembered();
	await remove.call(host.hook('update'));
	const after = remembered();
	stage.staticData = host.saveStaticData();
	expect(before).toEqual([[expect.any(String)]]);
	return after.flat().length === 1 ? 'ok, kept' : 'ok, forgotten';
}

export const unpublishAndKeep: Operation = {
	...publishUnchanged,
	run: async (stage) => await unpublish(stage, 'keep'),
	runAfterwards: publishAgain,
};

export const unpublishAndDelete: Operation = {
	...publishUnchanged,
	run: async (stage) => await unpublish(stage, 'tryToDelete'),
	runAfterwards: publishAgain,
};

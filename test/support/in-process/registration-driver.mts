import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import type { Sandbox } from '../../../sandbox/types.mts';
import { atMoment } from '../clock.mts';
import { createHost, type Host, type HostOptions } from './host.mts';
import { connectCredential } from './sandbox-credential.mts';
import { StoredCredential } from './stored-credential.mts';

let n8nPort = 20_000;

export type CreateTrigger = (options?: Partial<HostOptions>) => Promise<Host>;

/** Creates the triggers of one n8n. Each test has its own, since a process remembers what it registered. */
export function useTriggers(sandbox: Sandbox): CreateTrigger {
	beforeEach(() => {
		n8nPort += 1;
	});
	return async (options = {}) =>
		createHost({
			type: 'voiceAgentTrigger',
			webhookBaseUrl: `http://127.0.0.1:${n8nPort}`,
			credential: options.credential ?? (await connectCredential(sandbox)),
			...options,
		});
}

/** A trigger as n8n loads it later, with what was stored of it and these changes. */
export function reload(
	{ additionalData, node, saveStaticData }: Host,
	changed: Partial<HostOptions> = {},
): Host {
	const { credentialsHelper } = additionalData;
	return createHost({
		type: 'voiceAgentTrigger',
		webhookBaseUrl: additionalData.instanceBaseUrl,
		parameters: node.parameters,
		credential: credentialsHelper instanceof StoredCredential ? credentialsHelper : undefined,
		staticData: saveStaticData(),
		...changed,
	});
}

/** What n8n does on publishing: register only if nothing is registered. */
export async function publish(
	host: Host,
	activation: 'activate' | 'update' | 'manual' = 'activate',
	hooks = new VoiceAgentTrigger().webhookMethods.default,
) {
	const exists = await hooks.checkExists.call(host.hook(activation));
	if (!exists) await hooks.create.call(host.hook(activation));
}

/** {@link publish} at this moment, in milliseconds since the epoch. */
export const publishAt = async (now: number, host: Host): Promise<void> =>
	await atMoment(now, () => publish(host));

/** The hooks of a process that was just started, with nothing in its memory. */
export async function restart() {
	const started: (typeof VoiceAgentTrigger)[] = [];
	await jest.isolateModulesAsync(async () => {
		const fresh = await import('../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts');
		started.push(fresh.VoiceAgentTrigger);
	});
	const [Trigger] = started;
	// The class that was loaded first would remember what it registered.
	if (Trigger === undefined || Trigger === VoiceAgentTrigger) throw new Error('Nothing restarted.');
	return new Trigger().webhookMethods.default;
}

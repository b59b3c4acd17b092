import type { IdentityServer, Sandbox, SandboxRegistration } from '../../sandbox/types.mts';
import type { N8nClient } from '../n8n/n8n-client.mts';
import type { SavedWorkflow } from '../n8n/n8n-workflow-types.mts';
import { saveStartState, type StartState } from './start-state.mts';

const lookAgainMs = 1000;

/**
 * Gives the sandbox the registrations of earlier starts, as a service would still have them: n8n
 * remembers that it has registered and does not do so again. Those of an n8n on another port are kept
 * for a start on that port, and left out now: nobody answers there. These and what the identity server
 * has granted are saved within a second of a change. Returns what saves them for the last time.
 */
export async function keepSandbox(
	sandbox: Pick<Sandbox, 'registrations'> & { identity: Pick<IdentityServer, 'readMemory'> },
	dataFolder: string,
	state: StartState,
): Promise<() => Promise<void>> {
	const elsewhere = listRegistrationsElsewhere(state);
	sandbox.registrations.push(...state.registrations.filter((entry) => !elsewhere.includes(entry)));
	let saved = '';
	const save = async (): Promise<void> => {
		const identity = sandbox.identity.readMemory();
		const present = JSON.stringify([sandbox.registrations, identity]);
		if (saved === present) return;
		saved = present;
		state.registrations = [...elsewhere, ...sandbox.registrations];
		state.identity = identity;
		await saveStartState(dataFolder, state);
	};
	await save();
	const timer = setInterval(() => {
		save().catch((error: unknown) =>
			console.error('The state of the sandbox was not saved:', error),
		);
	}, lookAgainMs);
	timer.unref();
	return async () => {
		clearInterval(timer);
		await save();
	};
}

/** The registrations of webhooks of our n8n on ports that it does not use now. */
export function listRegistrationsElsewhere({
	ports,
	earlierPorts,
	registrations,
}: Pick<StartState, 'ports' | 'earlierPorts' | 'registrations'>): SandboxRegistration[] {
	const otherPorts = new Set(earlierPorts.map(({ n8n }) => n8n));
	otherPorts.delete(ports.n8n);
	const origins = [...otherPorts].map((port) => `http://localhost:${port}/`);
	return registrations.filter(({ url }) => origins.some((origin) => url.startsWith(origin)));
}

/** Tells the sandbox's page which workflows the webhooks belong to that it has no name for yet. */
export async function nameWebhooks(
	registrations: SandboxRegistration[],
	client: Pick<N8nClient, 'listWorkflows'>,
): Promise<void> {
	const unnamed = registrations.filter(({ workflow }) => workflow === undefined);
	if (unnamed.length === 0) return;
	const workflows = await client.listWorkflows();
	for (const entry of unnamed) {
		const path = new URL(entry.url).pathname.split('/');
		const isBehind = ({ nodes }: SavedWorkflow): boolean =>
			nodes.some(({ webhookId }) => webhookId !== undefined && path.includes(webhookId));
		entry.workflow = workflows.find(isBehind)?.name ?? '';
	}
}

/** Whether a registered URL is the one of this trigger once its workflow is published. */
export const isProductionUrl = (url: string, webhookId: string): boolean =>
	url.includes(`/webhook/${webhookId}/`);

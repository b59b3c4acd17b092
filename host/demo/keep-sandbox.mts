import type { IdentityServer, Sandbox, SandboxRegistration } from '../../sandbox/types.mts';
import type { N8nClient } from '../n8n/n8n-client.mts';
import type { SavedWorkflow } from '../n8n/n8n-workflow-types.mts';
import { saveStartState, type StartState } from './start-state.mts';

const lookAgainMs = 1000;

/**
 * Gives the sandbox the registrations of earlier starts, as a service would still have them: n8n
 * remembers that it has registered and does not do so again. These and what the identity server has
 * granted are saved within a second of a change. Returns what saves them for the last time.
 */
export async function keepSandbox(
	sandbox: Pick<Sandbox, 'registrations'> & { identity: Pick<IdentityServer, 'readMemory'> },
	dataFolder: string,
	state: StartState,
): Promise<() => Promise<void>> {
	sandbox.registrations.push(...state.registrations);
	let saved = '';
	const save = async (): Promise<void> => {
		const identity = sandbox.identity.readMemory();
		const present = JSON.stringify([sandbox.registrations, identity]);
		if (saved === present) return;
		saved = present;
		state.registrations = [...sandbox.registrations];
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

import { join } from 'node:path';
import getPort from 'get-port';
import { runStep } from '../../scripts/show-progress.mjs';
import { signIn } from '../../sandbox/identity/sign-in.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { connectCredential } from '../n8n/connect-credential.mts';
import type { Cleanup } from './create-cleanup.mts';
import type { HeldDataFolder } from './hold-data-folder.mts';
import { createClient } from '../n8n/n8n-client.mts';
import { openSession } from '../n8n/n8n-session.mts';
import { deliverConversation } from './deliver-conversation.mts';
import { keepRegistrations } from './keep-registrations.mts';
import { putCredential, putWorkflow } from './prepare-example.mts';
import type { StartOptions } from './read-start-options.mts';
import { describeConversation } from './show-conversation.mts';
import { loadStartState, saveStartState, type StartState } from './start-state.mts';
import { startN8n } from '../n8n/start-n8n.mts';

// More conversations than anybody finishes by hand between two starts.
const seedsPerStart = 10_000;
const credentialName = 'Voice Agent (sandbox)';

/**
 * Everything that `npm start` shows, step by step, up to the first conversation in n8n. What it starts
 * is handed to `cleanup`. `ended` resolves with a reason when n8n ends unasked.
 */
export async function runDemonstration(
	options: StartOptions,
	folder: HeldDataFolder,
	cleanup: Cleanup,
): Promise<{ ended: Promise<string> }> {
	const { dataFolder } = options;
	const state = await loadStartState(dataFolder);
	await choosePorts(state);
	const sandbox = await runStep('start the sandbox', () => startSandboxFor(state));
	cleanup.add(() => sandbox.close());
	cleanup.add(await keepRegistrations(sandbox, dataFolder, state));

	const n8n = await runStep('start n8n', () =>
		startN8n({
			dataFolder: join(dataFolder, 'n8n'),
			port: state.ports.n8n,
			brokerPort: state.ports.broker,
		}),
	);
	cleanup.add(() => n8n.stop());
	await folder.noteN8n(n8n.processId());
	if (options.verbose) console.log(n8n.log());

	const session = await runStep('log in as the owner', () => logIn(n8n.url, state, dataFolder));
	const client = createClient(session);
	const credentialId = await runStep('connect the credential', async () => {
		const id = await putCredential(session, client, {
			id: state.credentialId,
			name: credentialName,
			data: describeCredential(sandbox),
		});
		await connectCredential(session, id, async (authorizationUrl) => {
			const { username, password } = sandbox.user;
			return (await signIn({ authorizationUrl, username, password })).callbackUrl;
		});
		return id;
	});
	const workflow = await runStep('import and publish the example workflow', async () => {
		const credential = { id: credentialId, name: credentialName };
		const saved = await putWorkflow(client, state.workflowId, credential);
		await client.activate(saved.id);
		return saved;
	});
	Object.assign(state, {
		credentialId,
		workflowId: workflow.id,
		nextSeed: state.nextSeed + seedsPerStart,
	});
	await saveStartState(dataFolder, state);

	const { item, executionId } = await runStep(
		'finish a conversation',
		() => deliverConversation(sandbox, client, workflow),
		({ deliveredId }) => `conversation ${deliveredId} was delivered`,
	);
	console.log(`\nExecution ${executionId} ran. The trigger emitted this conversation:`);
	console.log(describeConversation(item));
	// Of what ends at once no address is of use to anybody.
	if (!options.once) {
		console.log(`
  n8n              ${n8n.url}/workflow/${workflow.id}
                   log in as ${state.owner.email} with ${state.owner.password}
  sandbox          ${sandbox.url}
                   finish further conversations on this page
  identity server  ${sandbox.identityUrl} (not a page; for the credential)
                   sign in as ${sandbox.user.username} with ${sandbox.user.password}
  data             ${dataFolder}
  log of n8n       ${n8n.logFile}`);
	}
	return { ended: n8n.ended };
}

/** Takes the ports of the last start where they are free, and says where they are not. */
async function choosePorts(state: StartState): Promise<void> {
	const names = {
		n8n: 'n8n',
		broker: "n8n's task broker",
		api: 'the sandbox',
		identity: 'the identity server',
	};
	for (const key of ['n8n', 'broker', 'api', 'identity'] as const) {
		const wanted = state.ports[key];
		state.ports[key] = await getPort({ port: wanted });
		if (state.ports[key] !== wanted) {
			console.log(`Port ${wanted} is taken: ${names[key]} uses ${state.ports[key]} instead.`);
		}
	}
}

function startSandboxFor(state: StartState): Promise<Sandbox> {
	return startSandbox({
		port: state.ports.api,
		identityPort: state.ports.identity,
		redirectUris: [`http://localhost:${state.ports.n8n}/rest/oauth2-credential/callback`],
		seed: state.nextSeed,
	});
}

async function logIn(url: string, state: StartState, dataFolder: string) {
	try {
		return await openSession(url, state.owner);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`${reason}\nDelete ${dataFolder} to begin with an empty n8n.`, {
			cause: error,
		});
	}
}

/** The fields that a user of the sandbox would type into the credential. */
export function describeCredential(sandbox: Sandbox): Record<string, unknown> {
	return {
		baseUrl: sandbox.url,
		identityUrl: sandbox.identityUrl,
		appUrl: sandbox.url,
		applicationType: 'public',
		clientId: sandbox.clients.public.clientId,
		staySignedIn: true,
		locale: 'en',
	};
}

import { runStep } from '../../scripts/run.mjs';
import { signIn } from '../sign-in.mts';
import { describeDialects } from '../../sandbox/dialects/dialects.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { authorizeCredential } from '../n8n/authorize-credential.mts';
import type { Cleanup } from './create-cleanup.mts';
import { createClient } from '../n8n/n8n-client.mts';
import { openSession } from '../n8n/n8n-session.mts';
import { startOnPorts } from './select-ports.mts';
import { deliverConversation } from './deliver-conversation.mts';
import { describeConversation, describePlaces } from './describe-start.mts';
import { keepSandbox, nameWebhooks } from './keep-sandbox.mts';
import { publishExample, putCredential, putWorkflow } from './prepare-example.mts';
import type { StartOptions } from './read-start-options.mts';
import { findN8nFolder } from './data-folder.mts';
import { loadStartState, saveStartState, type StartState } from './start-state.mts';
import { startN8n } from '../n8n/start-n8n.mts';
import { describeCredential } from '../n8n/voice-agent-nodes.mts';

// More conversations than anyone finishes by hand between two starts.
const seedsPerStart = 10_000;
const credentialName = 'Voice Agent (sandbox)';

/**
 * Everything that `npm start` shows, step by step, up to the first conversation in n8n. What it starts
 * is handed to `cleanup`. `ended` resolves with a reason when n8n ends unasked.
 */
export async function runDemonstration(
	options: StartOptions,
	cleanup: Cleanup,
): Promise<{ ended: Promise<string> }> {
	const { dataFolder } = options;
	const state = await loadStartState(dataFolder);
	const { sandbox, n8n } = await startOnPorts((ports) => {
		state.ports = ports;
		return startSandboxAndN8n(state, options, cleanup);
	});
	if (options.verbose) console.log(n8n.log());

	const session = await runStep('log in as the owner', () => logIn(n8n.url, state));
	const client = createClient(session);
	const naming = setInterval(() => {
		// What fails is tried again a second later.
		nameWebhooks(sandbox.registrations, client).catch(() => undefined);
	}, 1000);
	cleanup.add(async () => clearInterval(naming));
	const places = {
		owner: state.owner,
		sandboxUrl: sandbox.url,
		dataFolder,
		logFile: n8n.logFile,
	};
	if (options.dialects.length > 0) {
		console.log(`\n${describeDialects(sandbox.dialects)}`);
		console.log(describePlaces(n8n.url, places, 'Connect a credential and publish a workflow:'));
		return { ended: n8n.ended };
	}
	const credentialId = await runStep('connect the credential', async () => {
		const id = await putCredential(session, client, {
			id: state.credentialId,
			name: credentialName,
			data: describeCredential(sandbox),
		});
		await authorizeCredential(session, id, async (authorizationUrl) => {
			const { username, password } = sandbox.user;
			return (await signIn({ authorizationUrl, username, password })).callbackUrl;
		});
		return id;
	});
	const workflow = await runStep('import and publish the example workflow', async () => {
		const credential = { id: credentialId, name: credentialName };
		const saved = await putWorkflow(client, state.workflowId, credential);
		return publishExample(client, n8n.url, saved, sandbox.registrations);
	});
	Object.assign(state, {
		credentialId,
		workflowId: workflow.id,
		nextSeed: state.nextSeed + seedsPerStart,
	});
	await saveStartState(dataFolder, state);

	const { item, executionId, deliveredId } = await runStep('finish a conversation', () =>
		deliverConversation(sandbox, client, n8n.url, workflow),
	);
	console.log(`  conversation ${deliveredId} was delivered`);
	console.log(`\n${describeConversation(item)}`);
	// Of what ends at once no address is of use to anyone.
	if (!options.once) {
		const executionUrl = `${n8n.url}/workflow/${workflow.id}/executions/${executionId}`;
		const heading = 'n8n ran a workflow with it. Where to look next:';
		console.log(`\n${describePlaces(executionUrl, places, heading)}`);
	}
	return { ended: n8n.ended };
}

async function startSandboxAndN8n(state: StartState, options: StartOptions, cleanup: Cleanup) {
	const { dataFolder } = options;
	const sandbox = await runStep('start the sandbox', () => startSandboxFor(state, options));
	const close = cleanup.add(() => sandbox.close());
	const keep = cleanup.add(await keepSandbox(sandbox, dataFolder, state));
	try {
		const n8n = await runStep('start n8n', () =>
			startN8n({
				dataFolder: findN8nFolder(dataFolder),
				port: state.ports.n8n,
				brokerPort: state.ports.broker,
				owner: state.owner,
				environment: options.watch ? { N8N_DEV_RELOAD: 'true' } : {},
			}),
		);
		cleanup.add(() => n8n.stop());
		return { sandbox, n8n };
	} catch (error) {
		await keep();
		await close();
		throw error;
	}
}

function startSandboxFor(state: StartState, { dialects }: StartOptions): Promise<Sandbox> {
	return startSandbox({
		port: state.ports.api,
		identityPort: state.ports.identity,
		redirectUris: [`http://localhost:${state.ports.n8n}/rest/oauth2-credential/callback`],
		seed: state.nextSeed,
		identityMemory: state.identity,
		dialects,
	});
}

async function logIn(url: string, state: StartState) {
	try {
		return await openSession(url, state.owner);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`${reason}\nStart with --reset to begin with an empty n8n.`, { cause: error });
	}
}

import { dirname } from 'node:path';
import { startN8n, type RunningN8n } from '../../host/n8n/start-n8n.mts';
import { savedWorkflow, type SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { triggerType } from '../../host/demo/prepare-example.mts';
import {
	findUrlField,
	legacyWorkflowNames,
	readLegacyWorkflow,
	type LegacyWorkflow,
} from '../nodes/read-legacy-workflow.mts';
import { findTrigger, startHost, type Host } from './start-host.mts';
import type { CredentialReference } from './trigger-scene.mts';

jest.setTimeout(240_000);

let host: Host;
let n8n: RunningN8n;
let credentials: Record<LegacyWorkflow['credential']['type'], CredentialReference>;

// What is remembered holds the address of the API and the issuer of the token, so the sandbox must
// have the ports of that time. No system hands them out by itself: they are below 32768.
const [firstName = ''] = legacyWorkflowNames;
const { apiBaseUrl, issuer } = readLegacyWorkflow(firstName).credential;
const webhookUrl = 'https://n8n.example.com/';

beforeAll(async () => {
	host = await startHost({
		port: Number(new URL(apiBaseUrl).port),
		identityPort: Number(new URL(issuer).port),
	});
	credentials = {
		voiceAgentOAuth2Api: await host.connect(),
		voiceAgentTokenApi: await pasteToken(),
	};
	await host.n8n.stop();
	n8n = await startN8n({
		dataFolder: dirname(host.n8n.logFile),
		port: host.n8n.port,
		environment: { WEBHOOK_URL: webhookUrl },
	});
});

afterAll(async () => {
	await n8n.stop();
	await host.close();
});

async function pasteToken(): Promise<CredentialReference> {
	const { access_token: accessToken } = await host.sandbox.identity.issueTokens();
	const { url: baseUrl, identityUrl } = host.sandbox;
	const type = 'voiceAgentTokenApi';
	const data = { baseUrl, identityUrl, appUrl: baseUrl, accessToken };
	return { id: await host.client.createCredential(type, type, data), name: type };
}

/** Imports the workflow with its static data, as a backup is brought back. Not yet active. */
async function importWorkflow({ workflow, credential }: LegacyWorkflow): Promise<SavedWorkflow> {
	const { name, connections, settings, staticData } = workflow;
	const nodes = workflow.nodes.map((node) =>
		node.type === triggerType
			? { ...node, credentials: { [credential.type]: credentials[credential.type] } }
			: node,
	);
	const body = { name, nodes, connections, settings, staticData };
	return savedWorkflow.parse(await host.session.api('POST', '/workflows', body));
}

/** The workflow with its revision raised, which alone makes the trigger register again. */
function raiseRevision(workflow: SavedWorkflow): SavedWorkflow {
	const nodes = workflow.nodes.map((node) => {
		if (node.type !== triggerType) return node;
		const options: object = { ...Object(node.parameters.options), registrationRevision: 99 };
		return { ...node, parameters: { ...node.parameters, options } };
	});
	return { ...workflow, nodes };
}

test.each(legacyWorkflowNames)('publishing %s again registers nothing', async (name) => {
	const saved = readLegacyWorkflow(name);
	const workflow = await importWorkflow(saved);
	const before = host.sandbox.requests.length;
	await host.client.activate(workflow.id);
	expect(host.sandbox.requests.slice(before)).toEqual([]);
	await expect(host.session.api('GET', `/workflows/${workflow.id}`)).resolves.toMatchObject({
		active: true,
		staticData: saved.workflow.staticData,
	});
	await host.client.deleteWorkflow(workflow.id);
});

test.each(legacyWorkflowNames)('raising the revision of %s registers the same', async (name) => {
	const saved = readLegacyWorkflow(name);
	const workflow = await importWorkflow(saved);
	const url = `${webhookUrl}webhook/${findTrigger(workflow).webhookId}/webhook`;
	const urlField = findUrlField(saved, url);
	host.sandbox.setRegistrationRules({ urlField, requiredFields: [urlField] });
	const before = host.sandbox.registrations.length;
	await host.client.updateWorkflow(raiseRevision(workflow));
	await host.client.activate(workflow.id);
	const bodies = host.sandbox.registrations.slice(before).map(({ body }) => body);
	expect(bodies).toEqual([saved.registration.body]);
	await host.client.deleteWorkflow(workflow.id);
});

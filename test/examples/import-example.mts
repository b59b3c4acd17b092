import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/v4';
import { projectRoot } from '../../scripts/project-paths.mjs';
import {
	savedWorkflow,
	workflowFile,
	type SavedWorkflow,
} from '../../host/n8n/n8n-workflow-types.mts';
import { credentialType, triggerType } from '../../host/n8n/voice-agent-nodes.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import type { ExamplesHost } from './start-host.mts';

const exampleFile = workflowFile.extend({
	pinData: z
		.record(z.string(), z.array(z.object({ json: z.record(z.string(), z.unknown()) })))
		.optional(),
});

const folder = join(projectRoot, 'examples');

export const exampleNames = readdirSync(folder).map((file) => basename(file, '.json'));

/** Reads `examples/<name>.json`, with its sample data. */
export function readExampleFile(name: string): z.infer<typeof exampleFile> {
	const text = readFileSync(join(folder, `${name}.json`), 'utf8');
	return exampleFile.parse(JSON.parse(text));
}

/** What a user selects and types over the placeholders after an import. */
export interface Setup {
	/** Fields of the credentials to create, by type. A Voice Agent credential is connected anyway. */
	credentials?: Record<string, Record<string, unknown>>;
	/** Parameters to replace, by the node's name. */
	parameters?: Record<string, Record<string, unknown>>;
	/** Values to replace in an Edit Fields node, by the node's name and the field's. */
	assignments?: Record<string, Record<string, string>>;
	/** Settings of the workflow to replace. */
	settings?: Record<string, unknown>;
}

/** Which type of credential the nodes of the examples take. */
const credentialTypes: Record<string, string> = {
	[triggerType]: credentialType,
	'n8n-nodes-voice-agent.voiceAgent': credentialType,
	'n8n-nodes-base.postgres': 'postgres',
	'n8n-nodes-base.pipedrive': 'pipedriveApi',
	'n8n-nodes-base.hubspot': 'hubspotAppToken',
	'n8n-nodes-base.httpRequest': 'hubspotAppToken',
	'n8n-nodes-base.salesforce': 'salesforceJwtApi',
	'n8n-nodes-base.highLevel': 'highLevelOAuth2Api',
	'n8n-nodes-base.slack': 'slackApi',
	'n8n-nodes-base.twilio': 'twilioApi',
	'n8n-nodes-base.emailSend': 'smtp',
	'n8n-nodes-base.formTrigger': 'httpBasicAuth',
	'n8n-nodes-base.googleSheets': 'googleApi',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
};

/** The triggers that n8n reaches by an address. */
const addressed = new Set([triggerType, 'n8n-nodes-base.formTrigger']);

const fieldsOfNode = z.object({
	assignments: z.object({
		assignments: z.array(z.looseObject({ name: z.string(), value: z.unknown() })),
	}),
});

function assign(given: Record<string, unknown>, values: Record<string, string>) {
	const { assignments } = fieldsOfNode.parse(given).assignments;
	const changed = assignments.map((field) => ({
		...field,
		value: values[field.name] ?? field.value,
	}));
	return { assignments: { assignments: changed } };
}

/** Imports an example with its sample data, and sets it up; not yet active. */
export async function importExample(
	host: ExamplesHost,
	name: string,
	{ credentials = {}, parameters = {}, assignments = {}, settings = {} }: Setup = {},
): Promise<SavedWorkflow> {
	const references: Record<string, CredentialReference> = {
		[credentialType]: await host.connect(),
	};
	for (const [type, data] of Object.entries(credentials)) {
		const id = await host.client.createCredential(type, type, data);
		references[type] = { id, name: type };
	}
	const file = readExampleFile(name);
	const nodes = file.nodes.map((node) => {
		const values = assignments[node.name];
		const type = credentialTypes[node.type] ?? '';
		const reference = references[type];
		return {
			...node,
			// The editor gives each imported trigger an address of its own.
			...(addressed.has(node.type) && { webhookId: randomUUID() }),
			parameters: {
				...node.parameters,
				...(values && assign(node.parameters, values)),
				...parameters[node.name],
			},
			...(reference && { credentials: { [type]: reference } }),
		};
	});
	const workflow = { ...file, nodes, settings: { ...file.settings, ...settings } };
	return savedWorkflow.parse(await host.session.rest('POST', '/workflows', workflow));
}

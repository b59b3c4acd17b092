import { randomUUID } from 'node:crypto';
import * as z from 'zod/v4';
import {
	savedWorkflow,
	type SavedWorkflow,
	type WorkflowFile,
	type WorkflowNode,
} from '../../host/n8n/n8n-workflow-types.mts';
import { credentialType, triggerType } from '../../host/n8n/voice-agent-nodes.mts';
import { readExampleFile } from '../support/n8n/read-example.mts';
import type { ExamplesHost } from './start-host.mts';

/** What a user selects and types over the placeholders after an import. */
export interface Setup {
	/** Parameters to replace, by the node's name. */
	parameters?: Record<string, Record<string, unknown>>;
	/** Values to replace in an Edit Fields node, by the node's name and the field's. */
	assignments?: Record<string, Record<string, string>>;
	/** Settings of the workflow to replace. */
	settings?: Record<string, unknown>;
	/** Changes a suite makes to what is imported. */
	adapt?: (file: WorkflowFile) => WorkflowFile;
}

/** Where an example is imported. */
type Place = Pick<ExamplesHost, 'credentials' | 'refer' | 'session'>;

/** The triggers that n8n reaches by an address. */
const addressed = new Set([triggerType, 'n8n-nodes-base.formTrigger']);

const fieldsOfNode = z.object({
	assignments: z.object({
		assignments: z.array(z.looseObject({ name: z.string(), value: z.unknown() })),
	}),
});

/** Replaces values of an Edit Fields node. */
export function assign(given: Record<string, unknown>, values: Record<string, string>) {
	const { assignments } = fieldsOfNode.parse(given).assignments;
	for (const field of assignments) field.value = values[field.name] ?? field.value;
	return { assignments: { assignments } };
}

/** The credential that a node takes; the editor asks for it after an import. */
async function selectCredential(host: Place, { type, parameters }: WorkflowNode) {
	if (type.startsWith('n8n-nodes-voice-agent.')) {
		return { [credentialType]: await host.refer('service') };
	}
	const target = host.credentials.find(
		(one) => one.nodes.includes(type) || one.type === parameters.nodeCredentialType,
	);
	return target && { [target.type]: await host.refer(target) };
}

/** Imports an example with its sample data, and sets it up; not yet active. */
export async function importExample(
	host: Place,
	name: string,
	{ parameters = {}, assignments = {}, settings = {}, adapt = (file) => file }: Setup = {},
): Promise<SavedWorkflow> {
	const file = readExampleFile(name);
	const setUp = async (node: WorkflowNode) => {
		const values = assignments[node.name];
		const credentials = await selectCredential(host, node);
		return {
			...node,
			// The editor gives each imported trigger an address of its own.
			...(addressed.has(node.type) && { webhookId: randomUUID() }),
			parameters: {
				...node.parameters,
				...(values && assign(node.parameters, values)),
				...parameters[node.name],
			},
			...(credentials && { credentials }),
			// A vendor that is busy is asked again after seconds; the tests do not wait for them.
			...(node.retryOnFail === true && { waitBetweenTries: 10 }),
		};
	};
	const nodes = await Promise.all(file.nodes.map(setUp));
	const workflow = adapt({ ...file, nodes, settings: { ...file.settings, ...settings } });
	return savedWorkflow.parse(await host.session.rest('POST', '/workflows', workflow));
}

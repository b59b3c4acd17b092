import './own-settings.mts';
import { ExecuteContext, HookContext, WebhookContext } from 'n8n-core';
import { createEmptyRunExecutionData, NodeHelpers, Workflow } from 'n8n-workflow';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IWebhookData,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import type { StoredCredential } from './stored-credential.mts';

let workflows = 0;

/** The tool that n8n makes of the action node: the same code under its own name. */
function makeTool(node: INodeType): INodeType {
	node.description = { ...node.description, name: `${node.description.name}Tool` };
	return node;
}

const nodeTypes: Record<string, INodeType> = {
	'n8n-nodes-voice-agent.voiceAgent': new VoiceAgent(),
	'n8n-nodes-voice-agent.voiceAgentTool': makeTool(new VoiceAgent()),
	'n8n-nodes-voice-agent.voiceAgentTrigger': new VoiceAgentTrigger(),
};

function getNodeType(name: string): INodeType {
	const nodeType = nodeTypes[name];
	if (!nodeType) throw new Error(`No node type ${name} in this host`);
	return nodeType;
}

/** The trigger's parameters with these names under Event Names. */
export const otherEvents = (eventNames: string | string[]): INodeParameters => ({
	triggerOn: 'otherEvents',
	eventNames,
});

export interface HostOptions {
	type: 'voiceAgent' | 'voiceAgentTool' | 'voiceAgentTrigger';
	parameters?: INodeParameters;
	credential?: StoredCredential;
	staticData?: IDataObject;
	webhookBaseUrl?: string;
	webhookId?: string;
	name?: string;
	continueOnFail?: boolean;
}

/** n8n hands a node its parameters with the defaults of the shown ones filled in. */
function fillDefaults({ type, parameters, credential }: HostOptions): INodeParameters {
	const { description } = getNodeType(`n8n-nodes-voice-agent.${type}`);
	const isWithout =
		type === 'voiceAgentTrigger' && !credential && parameters?.authentication === undefined;
	const filled = NodeHelpers.getNodeParameters(
		description.properties,
		{
			...parameters,
			...(isWithout && { options: { withoutCredential: true, ...Object(parameters?.options) } }),
		},
		true,
		false,
		null,
		description,
	);
	return filled ?? {};
}

function chooseCredentialType({ parameters }: HostOptions): string {
	return parameters?.authentication === 'accessToken'
		? 'voiceAgentTokenApi'
		: 'voiceAgentOAuth2Api';
}

/** One workflow with one node in n8n-core's own contexts: what n8n hands to a node, without the server. */
export function createHost(options: HostOptions) {
	// What the nodes keep for a workflow stays with this one.
	const workflowId = `workflow-${++workflows}`;
	const node: INode = {
		id: 'node-1',
		name: options.name ?? 'Voice Agent',
		type: `n8n-nodes-voice-agent.${options.type}`,
		typeVersion: 1,
		position: [0, 0],
		webhookId: options.webhookId ?? '5b1f5a1e-0000-4000-8000-000000000001',
		parameters: fillDefaults(options),
		onError: options.continueOnFail ? 'continueRegularOutput' : 'stopWorkflow',
		credentials: options.credential && {
			[chooseCredentialType(options)]: { id: options.credential.id, name: 'Sandbox' },
		},
	};
	const workflow = new Workflow({
		id: workflowId,
		name: 'Host',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: getNodeType,
			getByNameAndVersion: getNodeType,
			getKnownTypes: () => ({}),
		},
		staticData: options.staticData ?? {},
	});
	const baseUrl = options.webhookBaseUrl ?? 'http://127.0.0.1:5678';
	// The parts of n8n's additional data that a node can reach.
	const additionalData = {
		credentialsHelper: options.credential,
		webhookBaseUrl: `${baseUrl}/webhook`,
		webhookTestBaseUrl: `${baseUrl}/webhook-test`,
		instanceBaseUrl: baseUrl,
		restApiUrl: `${baseUrl}/rest`,
		executionId: 'execution-1',
		variables: {},
	} as unknown as IWorkflowExecuteAdditionalData;
	const webhookData = (isTest: boolean): IWebhookData => ({
		httpMethod: 'POST',
		node: node.name,
		path: 'webhook',
		webhookDescription: { httpMethod: 'POST', name: 'default', path: 'webhook' },
		workflowId,
		workflowExecuteAdditionalData: additionalData,
		isTest,
	});

	return {
		node,
		workflow,
		additionalData,
		/** As n8n would store it. */
		saveStaticData: (): IDataObject => JSON.parse(JSON.stringify(workflow.staticData)),
		hook(activation: WorkflowActivateMode = 'activate'): HookContext {
			const isTest = activation === 'manual';
			const mode = isTest ? 'manual' : 'trigger';
			return new HookContext(workflow, node, additionalData, mode, activation, webhookData(isTest));
		},
		/** @param isTest whether somebody listens for a test event in the editor */
		webhook(httpRequest: object, httpResponse: object, isTest = false): WebhookContext {
			const data = { ...additionalData, httpRequest, httpResponse };
			return new WebhookContext(
				workflow,
				node,
				data as unknown as IWorkflowExecuteAdditionalData,
				isTest ? 'manual' : 'webhook',
				webhookData(isTest),
				[],
				null,
			);
		},
		execute(items: INodeExecutionData[] = [{ json: {} }]): ExecuteContext {
			const executeData = { data: { main: [items] }, node, source: null };
			return new ExecuteContext(
				workflow,
				node,
				additionalData,
				'manual',
				createEmptyRunExecutionData(),
				0,
				items,
				{ main: [items] },
				executeData,
				[],
			);
		},
	};
}

export type Host = ReturnType<typeof createHost>;

import {
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { outputOptions } from '../shared/output-fields';
import { declareCredentials, WITHOUT_CREDENTIAL } from '../shared/parameters';
import { adaptHost } from './delivery/host';
import { receiveDelivery } from './delivery/receive-delivery';
import { parameters } from './parameters';
import {
	checkRegistration,
	createRegistration,
	deleteRegistration,
	publish,
} from './registration/hooks';

/** n8n shows this text when publishing starts, so the text must be true before publishing has succeeded. */
const ACTIVATION_MESSAGE =
	'Once published, this workflow runs for each finished conversation that passes its filters.';

/** An open output panel keeps showing its first tab, Accepted, so this text names the second tab. */
const WHILE_LISTENING =
	'n8n listens for two minutes. If a call arrives but does not start the workflow, the second tab of the output, Discarded Branch, says why.';

/** n8n previews the fields of an action that has not run, but not those of a trigger. */
const WITHOUT_CALLS =
	'To map fields before the first call, add <i>Voice Agent → Create sample conversation</i> behind this node (three clicks): the next node can drag its fields. Do not run it, because a run waits for a call. It may stay: real calls pass unchanged.';

const HAS_FILTERS = 'Object.keys($parameter["filters"] ?? {}).length > 0';

const OUTPUT_NAMES = Object.fromEntries(outputOptions.map(({ name, value }) => [value, name]));

/** Below the node's name on the canvas: `Simplified, filtered`. */
const TRIGGER_SUBTITLE = `={{ (${JSON.stringify(OUTPUT_NAMES)})[$parameter["output"]] + (${HAS_FILTERS} ? ", filtered" : "") }}`;

export class VoiceAgentTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Trigger',
		name: 'voiceAgentTrigger',
		icon: {
			light: 'file:../../icons/voice-agent-trigger.svg',
			dark: 'file:../../icons/voice-agent-trigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: TRIGGER_SUBTITLE,
		description: 'Starts the workflow when a voice agent has finished a conversation',
		eventTriggerDescription: 'Waiting two minutes for a voice agent to finish a conversation',
		activationMessage: ACTIVATION_MESSAGE,
		defaults: { name: 'Voice Agent Trigger' },
		builderHint: {
			searchHint:
				'Starts a workflow for each finished phone call of a voice agent, with caller, outcome (completed, no_answer, failed), transcript and recording. Set Output to Simplified for one flat item. Filter missed calls by Outcomes.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-voice-agent.voiceAgent',
					relationHint: 'Downloads the recording and writes the transcript of the call',
				},
			],
		},
		inputs: [],
		// Discarded deliveries have an output of their own: nodes behind the first one must not run on them.
		outputs: `={{ $parameter["options"]["outputDiscarded"] === true ? ["main", "main"] : ["main"] }}`,
		// Both are named: while a user listens, the second one emits even if Output Discarded Deliveries is off.
		outputNames: ['Accepted', 'Discarded'],
		credentials: declareCredentials(WITHOUT_CREDENTIAL),
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				responseMode: 'onReceived',
				// Without it n8n sends the literal text "firstEntryJson" instead of this node's response.
				responseData: '',
			},
		],
		triggerPanel: {
			header: 'Wait for a finished conversation',
			executionsHelp: {
				inactive: `${WITHOUT_CALLS}<br /><br />Or select <i>Execute step</i>, then finish a conversation with a voice agent. ${WHILE_LISTENING} The node registers its test URL with the service first. If 'Registration' is Manual, enter that URL in the web app; if it is When Published, run Webhook → Send Test Event.<br /><br />${ACTIVATION_MESSAGE}`,
				active: `${ACTIVATION_MESSAGE} See its <a data-key='executions'>executions</a>; a call that a filter discards is not there, but Options → Output Discarded Deliveries shows it.<br /><br />To catch a conversation here, select <i>Execute step</i>. ${WHILE_LISTENING}<br /><br />No calls yet? Run Webhook → Send Test Event in a Voice Agent node: it sends one to the Production URL.`,
			},
			activationHint: `${WHILE_LISTENING}<br /><br />${ACTIVATION_MESSAGE}`,
		},
		// One hint, for the setting that can do harm: users stop reading permanent hints.
		hints: [
			{
				message:
					'Tokens are not checked. Without a signing secret in the credential, anyone who learns the webhook URL can start this workflow.',
				type: 'warning',
				location: 'outputPane',
				displayCondition: '={{ $parameter["verifyDeliveries"] === "off" }}',
				whenToDisplay: 'always',
			},
		],
		properties: parameters,
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await publish(this, checkRegistration);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await publish(this, createRegistration);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await deleteRegistration(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveDelivery(adaptHost(this));
	}
}

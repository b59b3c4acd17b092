import {
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { declareCredentials, WITHOUT_CREDENTIAL } from '../shared/parameters';
import { receiveDelivery } from './delivery/receive-delivery';
import { ACTIVATION_MESSAGE, hints, triggerOutputs, TRIGGER_SUBTITLE, triggerPanel } from './panel';
import { parameters } from './parameters';
import {
	checkRegistration,
	createRegistration,
	deleteRegistration,
	forPublishing,
} from './registration/hooks';

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
		outputs: triggerOutputs,
		// Also names the second output while a user listens: that output then emits even with its option off.
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
		triggerPanel,
		hints,
		properties: parameters,
	};

	webhookMethods = {
		default: {
			checkExists: forPublishing(checkRegistration),
			create: forPublishing(createRegistration),
			async delete(this: IHookFunctions): Promise<boolean> {
				return await deleteRegistration(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveDelivery(this);
	}
}

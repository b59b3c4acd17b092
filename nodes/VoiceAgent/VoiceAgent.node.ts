import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { authenticationField, declareCredentials } from '../shared/parameters';
import { executeOperation, resourceProperties, SUBTITLE, withoutCredential } from './operations';

export class VoiceAgent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent',
		name: 'voiceAgent',
		icon: {
			light: 'file:../../icons/voice-agent.svg',
			dark: 'file:../../icons/voice-agent.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Work with a voice-agent platform and its finished conversations',
		defaults: { name: 'Voice Agent' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Transcripts, recordings and reports of finished phone calls of a voice agent. Put it behind Voice Agent Trigger: Recording → Download for the audio, Conversation → Get Transcript for the text. Conversation → Create Sample gives an invented call to build with.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-voice-agent.voiceAgentTrigger',
					relationHint: 'Starts the workflow when a phone call has ended',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: declareCredentials(withoutCredential),
		properties: [
			{ ...authenticationField, displayOptions: { hide: withoutCredential } },
			...resourceProperties,
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await executeOperation(this)];
	}
}

import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { authenticationField } from '../shared/credential/credential-field';
import { operationFields } from './resources';
import { executeOperation } from './execute-operation';

/** What works without a credential, since it calls nobody. */
const withoutCredential = { resource: ['conversation'] };

/** The action node: description and dispatch; each operation has a file of its own. */
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
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Work with a voice-agent platform and its finished conversations',
		defaults: { name: 'Voice Agent' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'voiceAgentOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] }, hide: withoutCredential },
			},
			{
				name: 'voiceAgentTokenApi',
				required: true,
				displayOptions: { show: { authentication: ['accessToken'] }, hide: withoutCredential },
			},
		],
		properties: [
			{ ...authenticationField, displayOptions: { hide: withoutCredential } },
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Conversation', value: 'conversation' },
					{ name: 'Identity', value: 'identity' },
					{ name: 'Recording', value: 'recording' },
					{ name: 'User', value: 'user' },
					{ name: 'Webhook', value: 'webhook' },
				],
				default: 'user',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['conversation'] } },
				options: [
					{
						name: 'Create Report',
						value: 'createReport',
						action: 'Create a report',
						description: 'Write the conversation as one HTML page that needs nothing else',
					},
					{
						name: 'Get Transcript',
						value: 'getTranscript',
						action: 'Get a transcript',
						description: 'Write what was said as text, Markdown, subtitles or chat messages',
					},
					{
						name: 'Parse',
						value: 'parse',
						action: 'Parse a conversation',
						description: 'Read an event or a record from any item and emit it as the trigger does',
					},
				],
				default: 'parse',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['identity'] } },
				options: [
					{
						name: 'Get Provider Configuration',
						value: 'getProviderConfiguration',
						action: 'Get the provider configuration',
						description:
							'Get the checked discovery document and the public keys of the identity server',
					},
					{
						name: 'Get User Info',
						value: 'getUserInfo',
						action: 'Get user info',
						description: 'Get what the identity server says about the signed-in user',
					},
					{
						name: 'Sign Out',
						value: 'signOut',
						action: 'Sign out',
						description: 'End the sign-in of the credential and revoke its refresh token',
					},
					{
						name: 'Verify Token',
						value: 'verifyToken',
						action: 'Verify a token',
						description:
							'Verify the tokens of the credential, or one from a field, and tell the outcome',
					},
				],
				default: 'getUserInfo',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['recording'] } },
				options: [
					{
						name: 'Download',
						value: 'download',
						action: 'Download a recording',
						description: 'Download recordings of a conversation as binary files',
					},
				],
				default: 'download',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['user'] } },
				options: [
					{
						name: 'Get Current',
						value: 'getCurrent',
						action: 'Get the current user',
						description: 'Get the user record of the signed-in user',
					},
				],
				default: 'getCurrent',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['webhook'] } },
				options: [
					{
						name: 'Register',
						value: 'register',
						action: 'Register a webhook',
						description: 'Register an address that finished conversations are sent to',
					},
				],
				default: 'register',
			},
			...operationFields,
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await executeOperation(this)];
	}
}

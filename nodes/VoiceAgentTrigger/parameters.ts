import type { INodeProperties } from 'n8n-workflow';
import { authenticationField } from '../shared/credential-field';
import { registrationBodyFields } from '../shared/registration-body-fields';

const registration: INodeProperties = {
	displayName: 'Registration',
	name: 'registration',
	type: 'options',
	options: [
		{
			name: 'Automatic',
			value: 'automatic',
			description: 'Register the webhook URL with the service when the workflow is published',
		},
		{
			name: 'Manual',
			value: 'manual',
			description: 'Send nothing: copy the webhook URL into the web application yourself',
		},
	],
	default: 'automatic',
	description: 'How the service learns the webhook URL of this node',
};

const manualNotice: INodeProperties = {
	displayName:
		'Copy the Production URL above into the web application of the service, as the address of a webhook for ConversationComplete.',
	name: 'manualNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { registration: ['manual'] } },
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Allow Private Webhook URL',
			name: 'allowPrivateWebhookUrl',
			type: 'boolean',
			default: false,
			description:
				'Whether to register a webhook URL on localhost or a private address although the service is elsewhere',
		},
		{
			displayName: 'Include Session Token',
			name: 'includeSessionToken',
			type: 'boolean',
			default: false,
			description:
				'Whether to emit session_token. It is a secret and would stand in every saved execution.',
		},
		{
			displayName: 'On Deactivate',
			name: 'onDeactivate',
			type: 'options',
			options: [
				{
					name: 'Keep',
					value: 'keep',
					description: 'Keep the webhook, so that publishing again registers nothing new',
				},
				{
					name: 'Try to Delete',
					value: 'tryToDelete',
					description: 'Ask the service to delete the webhook; it documents no way to do so',
				},
			],
			default: 'keep',
			description: 'What happens to the webhook at the service when the workflow is unpublished',
		},
		...registrationBodyFields,
		{
			displayName: 'Registration Revision',
			name: 'registrationRevision',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 1,
			description:
				'Raise this after deleting the webhook in the web application, so that publishing registers it again',
		},
	],
};

/** What the user sets on the trigger. */
export const parameters: INodeProperties[] = [
	authenticationField,
	registration,
	manualNotice,
	options,
];

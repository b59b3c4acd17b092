import type { INodeProperties } from 'n8n-workflow';
import { registrationBodyField } from '../shared';

/**
 * n8n never fills in an option that was not added, so what depends on automatic registration is hidden
 * for Manual instead of shown for Automatic.
 */
export const FOR_MANUAL_REGISTRATION = { '/options.registration': ['manual'] };

/** How the service learns the webhook URL, and what it is told. */
export const registrationOptions: INodeProperties[] = [
	{
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
				description: 'Register nothing. Copy the webhook URL into the web app yourself.',
			},
		],
		default: 'automatic',
		description: 'How the service learns the webhook URL of this node',
	},
	{
		displayName: 'Allow Private Webhook URL',
		name: 'allowPrivateWebhookUrl',
		type: 'boolean',
		default: true,
		description: 'Whether to register a localhost or private URL with a public API',
	},
	{
		displayName: 'On Unpublish',
		name: 'onUnpublish',
		type: 'options',
		options: [
			{
				name: 'Keep',
				value: 'keep',
				description: 'Keep the webhook. Publishing again registers nothing new.',
			},
			{
				name: 'Try to Delete',
				value: 'tryToDelete',
				description:
					'Ask the service to delete the webhook. The service does not document this call: check in the web app whether the webhook is gone.',
			},
		],
		default: 'keep',
		description: 'What to do with the webhook at the service when the workflow is unpublished',
	},
	{
		displayName: 'Register Again',
		name: 'registerAgain',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description:
			'Raise this number after you delete the webhook in the web app. Publishing then registers it again.',
	},
	registrationBodyField,
];

/** What the user does in the place of the node. */
export const manualNotice: INodeProperties = {
	displayName:
		'Add a webhook in the web app: the Production URL above, for ConversationComplete or the events in Event Names. To receive test events, add the Test URL as well.',
	name: 'manualNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: FOR_MANUAL_REGISTRATION },
};

import type { INodeProperties } from 'n8n-workflow';

/** How the service learns the webhook URL. */
export const registrationParameters: INodeProperties[] = [
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
		displayName:
			'Copy the Production URL above into the web app of the service, as the address of a webhook for ConversationComplete, or for the events in Event Names. To receive test events, enter the Test URL as well.',
		name: 'manualNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { registration: ['manual'] } },
	},
];

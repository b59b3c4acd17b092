import type { INodeProperties } from 'n8n-workflow';

/** The two addresses that n8n calls. The nodes mend what is often pasted (see typed-address). */
export function serverFields(options: { identityServerUrlIsRequired: boolean }): INodeProperties[] {
	return [
		{
			displayName: 'API Base URL',
			name: 'apiBaseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the voice-agent API. Connecting does not check it: to do so, select Execute step in the trigger, or run User → Get Current.',
		},
		{
			displayName: 'Identity Server URL',
			name: 'identityServerUrl',
			type: 'string',
			default: '',
			required: options.identityServerUrlIsRequired,
			placeholder: 'e.g. https://login.example.com/realms/voice-agent',
			description: options.identityServerUrlIsRequired
				? 'Address of the identity server with its realm. To check it, run Identity → Get Provider Configuration.'
				: 'Address of the identity server with its realm. Only needed to verify tokens and deliveries. To check it, run Identity → Get Provider Configuration.',
		},
	];
}

/** What protects the calls to those addresses. Never hidden: see delivery-fields. */
export const serverProtectionFields: INodeProperties[] = [
	{
		displayName: 'Issuer',
		name: 'issuer',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://login.example.com/realms/voice-agent',
		description:
			'Issuer (iss) that tokens must name. Leave empty to use the Identity Server URL. Enter it if browsers reach the identity server under another address than n8n.',
	},
	{
		displayName: 'Allow HTTP',
		name: 'allowHttp',
		type: 'boolean',
		default: false,
		description:
			'Whether to allow http addresses on public hosts. Anyone on the way can then read the access token. Private hosts may always use http.',
	},
];

/** For messages that say where to go. */
export const webAppField: INodeProperties = {
	displayName: 'Web App URL',
	name: 'webAppUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://app.example.com',
	description: 'Address of the web app. Only used in messages that say where to find something.',
};

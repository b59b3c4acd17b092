import type { INodeProperties } from 'n8n-workflow';

/** The two addresses that n8n calls. The nodes mend what is often pasted (see typed-address). */
export function serverFields(options: { identityUrlIsRequired: boolean }): INodeProperties[] {
	return [
		{
			displayName: 'API Base Address',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the voice-agent API. Connecting does not check it: to do so, choose Execute step in the trigger, or run User → Get Current.',
		},
		{
			displayName: 'Identity Server Address',
			name: 'identityUrl',
			type: 'string',
			default: '',
			required: options.identityUrlIsRequired,
			placeholder: 'e.g. https://login.example.com/realms/voice-agent',
			description: options.identityUrlIsRequired
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
			'Issuer (iss) that tokens must name. Leave empty to use the Identity Server Address. Enter it if browsers reach the identity server under another address than n8n.',
	},
	{
		displayName: 'Allow HTTP',
		name: 'allowHttp',
		type: 'boolean',
		default: false,
		description:
			'Whether to allow http addresses on public hosts. Anybody on the way can then read the access token. Private hosts may always use http.',
	},
];

/** For messages that say where to go. */
export const webApplicationField: INodeProperties = {
	displayName: 'Web Application Address',
	name: 'appUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://app.example.com',
	description:
		'Address of the web application. Only used in messages that say where to find something.',
};

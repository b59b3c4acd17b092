import type { INodeProperties } from 'n8n-workflow';

/** The addresses of the service, which both credentials hold. The nodes mend what is often pasted. */
export function addressFields(options: { identityUrlIsRequired: boolean }): INodeProperties[] {
	return [
		{
			displayName: 'API Base Address',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'https://api.example.com',
			description:
				'Address of the voice-agent API. Connecting does not check it: to do so, choose Execute step in the trigger, or run User → Get Current.',
		},
		{
			displayName: 'Identity Server Address',
			name: 'identityUrl',
			type: 'string',
			default: '',
			required: options.identityUrlIsRequired,
			placeholder: 'https://login.example.com/realms/voice-agent',
			description: options.identityUrlIsRequired
				? 'Address of the identity server with its realm. To check it, run Identity → Get Provider Configuration.'
				: 'Address of the identity server with its realm. Only needed to verify tokens and deliveries. To check it, run Identity → Get Provider Configuration.',
		},
		{
			displayName: 'Issuer',
			name: 'issuer',
			type: 'string',
			default: '',
			placeholder: 'https://login.example.com/realms/voice-agent',
			description:
				'Issuer (iss) that tokens must name. Empty if it is the Identity Server Address; enter it if n8n reaches the identity server under another address than browsers do.',
		},
		{
			displayName: 'Web Application Address',
			name: 'appUrl',
			type: 'string',
			default: '',
			placeholder: 'https://app.example.com',
			description:
				'Address of the web application. Only used in messages that say where to find something.',
		},
		{
			displayName: 'Allow HTTP',
			name: 'allowHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether the API and the identity server may have http addresses on public hosts. Anybody on the way can then read the access token. Private hosts may always have them.',
		},
	];
}

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

const credentialOptions: INodePropertyOptions[] = [
	{
		name: 'OAuth2 (Recommended)',
		value: 'oAuth2',
		description: 'Sign in once. n8n refreshes the token.',
	},
	{
		name: 'Access Token',
		value: 'accessToken',
		description: 'Paste an access token for one-off calls. It expires after 24 hours.',
	},
];

/** Which of the two credentials a node uses; first among its parameters. */
export const authenticationField: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: credentialOptions,
	default: 'oAuth2',
};

/** The same for a node that can work without a credential. */
export const optionalAuthenticationField: INodeProperties = {
	...authenticationField,
	options: [
		...credentialOptions,
		{
			name: 'None',
			value: 'none',
			description:
				'Use no credential. Needs manual registration, and cannot check the tokens or signatures of deliveries.',
		},
	],
};

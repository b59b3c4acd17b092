import type { INodeProperties } from 'n8n-workflow';

/** Which of the two credentials a node uses; first among its parameters. */
export const authenticationField: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: [
		{
			name: 'OAuth2 (Recommended)',
			value: 'oAuth2',
			description: 'Sign in once. n8n renews the sign-in.',
		},
		{
			name: 'Access Token',
			value: 'accessToken',
			description: 'Paste an access token for one-off calls. It expires after 24 hours.',
		},
	],
	default: 'oAuth2',
};

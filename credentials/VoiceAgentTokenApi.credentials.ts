import type {
	IAuthenticateGeneric,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import {
	advancedSettings,
	apiBaseUrl,
	identityServerUrl,
	protectionFields,
	signInTest,
} from './fields';

/** The access token that the web app shows at {app_url}/token, for one-off calls (part 5). Nothing refreshes it. */
export class VoiceAgentTokenApi implements ICredentialType {
	name = 'voiceAgentTokenApi';

	displayName = 'Voice Agent One-Day Token API';

	icon: Icon = {
		light: 'file:../icons/voice-agent.svg',
		dark: 'file:../icons/voice-agent.dark.svg',
	};

	// n8n's linter demands this property. Static, so n8n reads none and the form shows no dead link.
	static documentationUrl = 'https://documentation.invalid/';

	properties: INodeProperties[] = [
		apiBaseUrl,
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'Copy it from the page /token of the web app while signed in. It lasts 24 hours at most.',
		},
		{ ...identityServerUrl, hint: 'Only to verify tokens and deliveries, and for user info' },
		...protectionFields,
		...advancedSettings([]),
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.accessToken.trim()}}' } },
	};

	test: ICredentialTestRequest = signInTest;
}

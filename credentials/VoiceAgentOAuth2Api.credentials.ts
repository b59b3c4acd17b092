import type { ICredentialTestRequest, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import {
	advancedSettings,
	apiBaseUrl,
	identityServerUrl,
	protectionFields,
	expressIdentityAddress,
	signInTest,
} from './fields';

const IDENTITY_ADDRESS = expressIdentityAddress('$self["identityServerUrl"]');

/** Where browsers reach the identity server: Issuer or, if that is empty, Identity Server URL. */
const BROWSER_ADDRESS = expressIdentityAddress('($self["issuer"] || $self["identityServerUrl"])');

const LOCALE = 'encodeURIComponent($self["signInLanguage"])';
const LANGUAGE_PARAMETER = '($self["languageParameter"] || "kc_locale")';

const splitField = (name: string, separator: string) =>
	`("" + ($self["${name}"] || "")).split("${separator}").map((part) => part.trim())`;

/** A pair that is sent: `audience=…`. n8n sends some names itself, and others would move request or response. */
const PARAMETER =
	'/^(?!(state|client_id|redirect_uri|response_type|response_mode|scope|code_challenge|code_challenge_method|request|request_uri)=)[a-z0-9_.~-]+=./i';
const MORE_PARAMETERS = `${splitField('authorizationParameters', '&')}.filter((pair) => ${PARAMETER}.test(pair))`;

/** Of the signs that RFC 6749, 3.3 allows. */
const SCOPE = String.raw`/^[!#-[\]-~]+$/`;
const MORE_SCOPES = `${splitField('moreScopes', ' ')}.filter((scope) => ${SCOPE}.test(scope))`;

const SIGN_IN_LANGUAGE = `($self["signInLanguage"] ? ["ui_locales=" + ${LOCALE}].concat(${LANGUAGE_PARAMETER} === "ui_locales" ? [] : [encodeURIComponent(${LANGUAGE_PARAMETER}) + "=" + ${LOCALE}]) : [])`;

/** Values of n8n's own fields of an OAuth2 credential. */
const flowFields = [
	{ displayName: 'Grant Type', name: 'grantType', default: 'pkce' },
	{ displayName: 'Authentication', name: 'authentication', default: 'body' },
	{
		displayName: 'Authorization URL',
		name: 'authUrl',
		default: `={{${BROWSER_ADDRESS}}}/protocol/openid-connect/auth`,
		required: true,
	},
	{
		displayName: 'Access Token URL',
		name: 'accessTokenUrl',
		default: `={{${IDENTITY_ADDRESS}}}/protocol/openid-connect/token`,
		required: true,
	},
	{
		displayName: 'Scope',
		name: 'scope',
		default: `={{["openid profile email"].concat($self["staySignedIn"] === false ? [] : ["offline_access"], ${MORE_SCOPES}).join(" ")}}`,
	},
	{
		displayName: 'Auth URI Query Parameters',
		name: 'authQueryParameters',
		default: `={{${SIGN_IN_LANGUAGE}.concat(${MORE_PARAMETERS}).join("&")}}`,
	},
].map((field): INodeProperties => ({ ...field, type: 'hidden' }));

/** Authorization Code with PKCE (parts 4.2 and 5 of the interface document). n8n runs the flow. */
export class VoiceAgentOAuth2Api implements ICredentialType {
	name = 'voiceAgentOAuth2Api';

	displayName = 'Voice Agent OAuth2 API';

	extends = ['oAuth2Api'];

	icon: Icon = {
		light: 'file:../icons/voice-agent.svg',
		dark: 'file:../icons/voice-agent.dark.svg',
	};

	// n8n's linter demands this property. Static, so n8n reads none and the form shows no dead link.
	static documentationUrl = 'https://documentation.invalid/';

	// In the order of the form, which begins with Client ID and Client Secret wherever they are listed.
	properties: INodeProperties[] = [
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			required: true,
			description: 'ID of the OAuth application. Remove leading and trailing spaces.',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			displayOptions: { show: { applicationType: ['confidential'] } },
			default: '',
			required: true,
			description:
				'Secret of the OAuth application, shown once when it is created. If it is rotated, enter the new one here.',
		},
		{
			displayName: 'Application Type',
			name: 'applicationType',
			type: 'options',
			options: [
				{
					name: 'Public',
					value: 'public',
					description: 'The OAuth application has no client secret',
				},
				{
					name: 'Confidential',
					value: 'confidential',
					description: 'The OAuth application has a client secret. Its field is below Client ID.',
				},
			],
			default: 'public',
			description:
				'Type of the OAuth application, as selected in the web app under Developers → OAuth Applications',
		},
		apiBaseUrl,
		{ ...identityServerUrl, required: true },
		...protectionFields,
		...advancedSettings([
			{
				displayName: 'Stay Signed In',
				name: 'staySignedIn',
				type: 'boolean',
				default: true,
				description:
					'Whether the credential stays connected when you log out in the browser (scope offline_access). After 30 days without use, reconnect it.',
			},
			{
				displayName: 'Sign-In Language',
				name: 'signInLanguage',
				type: 'string',
				default: '',
				placeholder: 'e.g. en',
				description:
					"Two-letter code of the sign-in page's language. Leave empty to use the page's default.",
			},
			{
				displayName: 'Language Parameter',
				name: 'languageParameter',
				type: 'string',
				default: 'kc_locale',
				placeholder: 'e.g. kc_locale',
				description:
					'Name of a second query parameter that carries the sign-in language, beside ui_locales',
			},
			{
				displayName: 'Authorization Parameters',
				name: 'authorizationParameters',
				type: 'string',
				default: '',
				placeholder: 'e.g. audience=https://api.example.com&prompt=consent',
				description:
					'More parameters for the sign-in, if the identity server requires them. Reconnect after a change. Get Server Settings names what is not sent.',
			},
			{
				displayName: 'More Scopes',
				name: 'moreScopes',
				type: 'string',
				default: '',
				placeholder: 'e.g. voice.read voice.write',
				description:
					'Scopes to ask for beside openid, profile and email, separated by spaces. Reconnect after a change.',
			},
			{
				displayName: 'Verify Tokens',
				name: 'verifyTokens',
				type: 'boolean',
				default: true,
				description:
					'Whether to check that each new access token is from the identity server. Turn this off if the clocks differ and nobody can set them.',
			},
		]),
		...flowFields,
	];

	test: ICredentialTestRequest = signInTest;
}

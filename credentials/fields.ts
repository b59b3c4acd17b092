import type { ICredentialTestRequest, INodeProperties } from 'n8n-workflow';

export const apiBaseUrl: INodeProperties = {
	displayName: 'API Base URL',
	name: 'apiBaseUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://api.example.com',
	description:
		'URL of the voice-agent API. To check it, select Execute step in the trigger, or run User → Get Current.',
};

export const identityServerUrl: INodeProperties = {
	displayName: 'Identity Server URL',
	name: 'identityServerUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://login.example.com/realms/voice-agent',
	description:
		'Address of the sign-in page, up to the name after /realms/. To check it, run Identity → Get Server Settings.',
};

const senderFields = (
	[
		['Audience', 'Name that the token must list as its audience (aud), as in delivery.audience'],
		[
			'Client',
			"Client ID that the token was issued to (azp, client_id, appid or cid): n8n's log names it",
		],
		['Subject', "ID of the user that the token was issued for (sub): n8n's log names it"],
	] as const
).map(
	([party, meaning]): INodeProperties => ({
		displayName: `Expected ${party}`,
		name: `expected${party}`,
		type: 'string',
		default: '',
		hint: meaning,
		description: `${meaning}. Leave empty to accept any.`,
	}),
);

// At top level, since n8n masks secrets only there.
const signingSecret: INodeProperties = {
	displayName: 'Webhook Signing Secret',
	name: 'signingSecret',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description:
		'Secret that the service signs its deliveries with. If it is set, every delivery must carry a matching signature.',
};

/** Left after decryption only if the field is filled, also by an expression: n8n drops what displayOptions hide. */
const markIfSet = ({ displayName, name }: INodeProperties): INodeProperties => ({
	displayName: `${displayName} Is Set`,
	name: `${name}IsSet`,
	type: 'hidden',
	default: true,
	displayOptions: { hide: { [name]: [''] } },
});

/**
 * n8n drops hidden fields when it decrypts, and shows nothing for collections. So a field that protects tokens or
 * deliveries is always shown, or stands behind Check Sender, which is an error without any expected value.
 */
export const protectionFields: INodeProperties[] = [
	{
		displayName: 'Issuer',
		name: 'issuer',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://sso.example.org/realms/calls',
		hint: 'Usually empty. Only if browsers reach the identity server at another URL than n8n',
		description:
			'URL at which browsers reach the identity server, up to the name after /realms/. Tokens must name it (iss). Leave empty to use the Identity Server URL.',
	},
	signingSecret,
	{
		displayName: 'Check Sender',
		name: 'checkSender',
		type: 'boolean',
		default: false,
		description:
			"Whether to check who a delivery's token was issued for. Deliveries are rejected only if Verify Deliveries is set to Require in the trigger. Turning this off and saving clears the expected values.",
	},
	...senderFields.map((field) => ({ ...field, displayOptions: { show: { checkSender: [true] } } })),
	...[signingSecret, ...senderFields].map(markIfSet),
];

/** Turned off, these fields are dropped, so each is safe when missing: tokens are verified, HTTP not allowed. */
export const advancedSettings = (more: INodeProperties[]): INodeProperties[] => [
	{
		displayName: 'Advanced Settings',
		name: 'advancedSettings',
		type: 'boolean',
		default: false,
		description: 'Whether to show rarely needed settings. Turning this off and saving resets them.',
	},
	...[
		{
			displayName: 'Allow HTTP',
			name: 'allowHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to allow http on public hosts. Anyone on the network path can read the token. Private hosts may always use http.',
		} satisfies INodeProperties,
		{
			displayName: 'Web App URL',
			name: 'webAppUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://app.example.com',
			description: 'URL of the web app. Only used in messages that say where to find something.',
		} satisfies INodeProperties,
		...more,
	].map((field) => ({ ...field, displayOptions: { show: { advancedSettings: [true] } } })),
];

/** The expression for an address, nearly as core/net/address: `a.example.com/api` gives `https://a.example.com`. */
const expressAddress = (text: string, copiedEnding: RegExp) =>
	`${text}.trim().replace(${NO_SCHEME}, "https://").replace(${copiedEnding}, "").replace(${SLASHES}, "")`;

const NO_SCHEME = /^(?=[^\s/?#@:\\]+(:[0-9]+)?([/?#]|$))/;
const API_ENDING = /(?<=[^/:])[/]+api[/]*$/;
const DISCOVERY_ENDING = /(?<=[^/:])[/]+[.]well-known[/]openid-configuration[/]*$/;
const SLASHES = /(?<![/])[/]+$/;

export const expressIdentityAddress = (text: string) => expressAddress(text, DISCOVERY_ENDING);

/** Fewer than core/net/private-host knows. A name without a dot begins with a letter: `134744072` is 8.8.8.8. */
const PRIVATE_HOSTS = [
	'[a-z][a-z0-9-]*',
	'([a-z0-9-]+[.])+(localhost|local|internal|lan|home[.]arpa)',
	'(127|10)[.][0-9]+[.][0-9]+[.][0-9]+',
	'192[.]168[.][0-9]+[.][0-9]+',
	'172[.](1[6-9]|2[0-9]|3[01])[.][0-9]+[.][0-9]+',
	'[[]::1[\\]]',
].join('|');
const SAFE_ADDRESS = `/^(https:[/][/]|http:[/][/](${PRIVATE_HOSTS})(:[0-9]+)?([/]|$))/i`;

const TESTED_API_ADDRESS = expressAddress('$credentials["apiBaseUrl"]', API_ENDING);
const TESTED_IDENTITY_ADDRESS = expressIdentityAddress('($credentials["identityServerUrl"] || "")');
const ARE_SAFE = `[${TESTED_API_ADDRESS}, ${TESTED_IDENTITY_ADDRESS}].every((address) => address === "" || ${SAFE_ADDRESS}.test(address))`;

/** No request can go out by this scheme. n8n shows the scheme to the user. */
const NOWHERE = '"http-address-not-allowed:"';

/** Asks the API who is signed in (part 4.1), unless strangers could read the token on the way. */
export const signInTest: ICredentialTestRequest = {
	request: {
		baseURL: `={{ ($credentials["allowHttp"] === true || ${ARE_SAFE}) ? ${TESTED_API_ADDRESS} : ${NOWHERE} }}`,
		url: '/api/Users/me',
		// n8n would take the access token along, to other hosts too.
		disableFollowRedirect: true,
	},
};

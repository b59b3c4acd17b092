import {
	NodeHelpers,
	type ICredentialType,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';
import { VoiceAgentOAuth2Api } from '../../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgentTokenApi } from '../../../credentials/VoiceAgentTokenApi.credentials.ts';
import { decryptCredential } from '../host/decrypt-credential.mts';

const credentials: [string, ICredentialType][] = [
	['OAuth2', new VoiceAgentOAuth2Api()],
	['access token', new VoiceAgentTokenApi()],
];
const expected = {
	expectedAudience: 'audience',
	expectedClient: 'client',
	expectedSubject: 'subject',
};
const protecting = { issuer: 'https://id.example.com', signingSecret: 'secret' };

describe.each(credentials)('a credential made by the API or an import: %s', (_, credential) => {
	test('keeps what protects it with both switches off', () => {
		const saved = { ...protecting, checkSender: false, advancedSettings: false };
		expect(decryptCredential(credential, saved)).toMatchObject(protecting);
		expect(decryptCredential(credential, protecting)).toMatchObject(protecting);
	});

	test('expects a sender with Check Sender on, and shows a switch that is off with nothing expected', () => {
		const on = decryptCredential(credential, { ...expected, checkSender: true });
		expect(on).toMatchObject({ ...expected, checkSender: true });
		const off = decryptCredential(credential, expected);
		expect(off.checkSender).toBe(false);
		for (const name of Object.keys(expected)) expect(off).not.toHaveProperty(name);
	});

	test('without Advanced Settings has none of them, so nothing is loosened', () => {
		const advanced = { allowHttp: true, webAppUrl: 'https://app.example.com', verifyTokens: false };
		const decrypted = decryptCredential(credential, advanced);
		for (const name of Object.keys(advanced)) expect(decrypted).not.toHaveProperty(name);
		const { allowHttp, webAppUrl } = advanced;
		expect(decryptCredential(credential, { ...advanced, advancedSettings: true })).toMatchObject({
			allowHttp,
			webAppUrl,
		});
	});
});

/** The fields of n8n's form, from top to bottom; `saved` over the defaults. */
function listShownFields({ properties }: ICredentialType, saved: INodeParameters): string[] {
	const defaults = Object.fromEntries(properties.map((field) => [field.name, field.default]));
	return properties
		.filter(({ type }) => type !== 'hidden')
		.filter((field) => NodeHelpers.displayParameter({ ...defaults, ...saved }, field, null, null))
		.map(({ name }) => name);
}

test.each([
	[
		'OAuth2',
		new VoiceAgentOAuth2Api(),
		['clientId', 'applicationType', 'apiBaseUrl', 'identityServerUrl'],
		[
			'allowHttp',
			'webAppUrl',
			'staySignedIn',
			'signInLanguage',
			'languageParameter',
			'verifyTokens',
		],
	],
	[
		'access token',
		new VoiceAgentTokenApi(),
		['apiBaseUrl', 'identityServerUrl', 'accessToken'],
		['allowHttp', 'webAppUrl'],
	],
])('the form of the %s credential shows more with each switch', (_, credential, first, rare) => {
	const shown = [...first, 'issuer', 'signingSecret', 'checkSender'];
	expect(listShownFields(credential, {})).toEqual([...shown, 'advancedSettings']);
	expect(listShownFields(credential, { checkSender: true, advancedSettings: true })).toEqual([
		...shown,
		...Object.keys(expected),
		'advancedSettings',
		...rare,
	]);
});

test.each([
	['OAuth2', 3, new VoiceAgentOAuth2Api()],
	['access token', 2, new VoiceAgentTokenApi()],
])(
	'the form of the %s credential shows at most eight fields at first, %i of them required',
	(_, required, credential) => {
		const shown = listShownFields(credential, {});
		expect(shown.length).toBeLessThanOrEqual(8);
		const isRequired = ({ name, required: is }: INodeProperties) =>
			is === true && shown.includes(name);
		expect(credential.properties.filter(isRequired)).toHaveLength(required);
	},
);

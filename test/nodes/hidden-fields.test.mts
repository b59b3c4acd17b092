import { NodeHelpers, type ICredentialType, type INodeParameters } from 'n8n-workflow';
import { VoiceAgentOAuth2Api } from '../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgentTokenApi } from '../../credentials/VoiceAgentTokenApi.credentials.ts';
import { decryptCredential } from './host/decrypt-credential.mts';

const protecting = {
	signingSecret: 'secret',
	expectedAudience: 'audience',
	expectedClient: 'client',
	expectedSubject: 'subject',
	requireSignature: true,
	requireExpectedClaims: true,
};

describe.each([
	['OAuth2', new VoiceAgentOAuth2Api()],
	['access token', new VoiceAgentTokenApi()],
])('a credential made by the API or an import: %s', (_, credential) => {
	test('keeps what protects deliveries', () => {
		expect(decryptCredential(credential, protecting)).toMatchObject(protecting);
	});

	test('keeps it with Advanced Settings off', () => {
		const saved = { ...protecting, advancedSettings: false };
		expect(decryptCredential(credential, saved)).toMatchObject(protecting);
	});

	test('has empty texts, and switches that are off, for what was never touched', () => {
		const empty = Object.fromEntries(
			Object.entries(protecting).map(([name, set]) => [name, set === true ? false : '']),
		);
		expect(decryptCredential(credential, {})).toMatchObject(empty);
	});
});

/** The fields of n8n's form, from top to bottom, of a credential in which nothing is set. */
function listShownFields({ properties }: ICredentialType, saved: INodeParameters): string[] {
	return properties
		.filter(({ type }) => type !== 'hidden')
		.filter((property) => NodeHelpers.displayParameter(saved, property, null, null))
		.map(({ name }) => name);
}

const protectingFields = [
	'issuer',
	'allowHttp',
	'signingSecret',
	'requireSignature',
	'expectedAudience',
	'expectedClient',
	'expectedSubject',
	'requireExpectedClaims',
];

test('the form of the OAuth2 credential begins with what README asks for, and hides what is rarely needed', () => {
	const credential = new VoiceAgentOAuth2Api();
	const shown = [
		'clientId',
		'applicationType',
		'apiBaseUrl',
		'identityServerUrl',
		'staySignedIn',
		...protectingFields,
		'advancedSettings',
	];
	const off = { applicationType: 'public', advancedSettings: false };
	expect(listShownFields(credential, off)).toEqual(shown);
	const on = { ...off, advancedSettings: true };
	const rarelyNeeded = ['webAppUrl', 'locale', 'languageParameter', 'verifySignIn'];
	expect(listShownFields(credential, on)).toEqual([...shown, ...rarelyNeeded]);
});

test('the form of the access token credential hides nothing', () => {
	expect(listShownFields(new VoiceAgentTokenApi(), {})).toEqual([
		'apiBaseUrl',
		'identityServerUrl',
		'accessToken',
		'webAppUrl',
		...protectingFields,
	]);
});

test('a field that is hidden has its default, as if it had never been set', () => {
	const rarelyNeeded = { webAppUrl: 'https://app.example.com', locale: 'de', verifySignIn: false };
	const saved = { ...rarelyNeeded, advancedSettings: false };
	const decrypted = decryptCredential(new VoiceAgentOAuth2Api(), saved);
	for (const name of Object.keys(rarelyNeeded)) expect(decrypted).not.toHaveProperty(name);
	const shown = { ...rarelyNeeded, advancedSettings: true };
	expect(decryptCredential(new VoiceAgentOAuth2Api(), shown)).toMatchObject(rarelyNeeded);
});

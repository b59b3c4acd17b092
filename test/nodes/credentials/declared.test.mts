import { NodeHelpers, type ICredentialType, type INodeParameters } from 'n8n-workflow';
import { VoiceAgentOAuth2Api } from '../../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgentTokenApi } from '../../../credentials/VoiceAgentTokenApi.credentials.ts';
import { readAddress } from '../../../nodes/shared/addresses.ts';
import { describeUnsent } from '../../../nodes/shared/credential.ts';
import pastedAddresses from '../../fixtures/pasted-addresses.json' with { type: 'json' };
import { createHost } from '../../support/in-process/host.mts';
import {
	decryptCredential,
	resolveCredential,
	resolveDeclaredTest,
	resolveHeaders,
} from '../../support/in-process/resolve-credential.mts';

// What n8n makes of the declared expressions; nothing else tells it how to sign in.
const identityServerUrl = 'https://id.example.com/realms/voice';
const resolve = (fields: INodeParameters = {}) =>
	resolveCredential(new VoiceAgentOAuth2Api(), {
		identityServerUrl,
		advancedSettings: true,
		...fields,
	});

test('a new credential signs in by OAuth2 as a public application, stays signed in and checks its tokens', () => {
	const declared = { name: 'voiceAgentOAuth2Api', extends: ['oAuth2Api'] };
	expect(new VoiceAgentOAuth2Api()).toMatchObject(declared);
	const defaults = { applicationType: 'public', staySignedIn: true, verifyTokens: true };
	expect(resolve()).toMatchObject(defaults);
});

test('the form does not show what n8n computes', () => {
	const hidden = new VoiceAgentOAuth2Api().properties.filter(({ type }) => type === 'hidden');
	expect(hidden.map(({ name }) => name)).toEqual([
		...['signingSecretIsSet', 'expectedAudienceIsSet', 'expectedClientIsSet'],
		...['expectedSubjectIsSet', 'grantType', 'authentication', 'authUrl', 'accessTokenUrl'],
		...['scope', 'authQueryParameters'],
	]);
});

test.each([
	['OAuth2', new VoiceAgentOAuth2Api(), ['clientSecret', 'signingSecret']],
	['access token', new VoiceAgentTokenApi(), ['accessToken', 'signingSecret']],
])('n8n masks the secrets of the %s credential', (_, { properties }, secrets) => {
	const masked = properties.filter(({ typeOptions }) => typeOptions?.password === true);
	expect(masked.map(({ name }) => name)).toEqual(secrets);
});

type Field = Parameters<typeof readAddress>[2];

const pasted = Object.entries(pastedAddresses).flatMap(([field, addresses]) =>
	Object.entries(addresses).map((row) => [field as Field, ...row] as const),
);

test.each(pasted)('%s: nodes and expressions read %s as %s', (ownField, address, expected) => {
	const context = createHost({ type: 'voiceAgent' }).execute();
	const readByNodes = (field: Field) => readAddress(context, { data: { [field]: address } }, field);
	expect(readByNodes(ownField)).toBe(expected);
	expect(resolve({ identityServerUrl: address })).toMatchObject({
		authUrl: `${readByNodes('identityServerUrl')}/protocol/openid-connect/auth`,
		accessTokenUrl: `${readByNodes('identityServerUrl')}/protocol/openid-connect/token`,
	});
	expect(resolve({ issuer: address }).authUrl).toBe(
		`${readByNodes('issuer')}/protocol/openid-connect/auth`,
	);
	for (const type of [new VoiceAgentOAuth2Api(), new VoiceAgentTokenApi()]) {
		for (const identity of [identityServerUrl, undefined]) {
			const credentials = { apiBaseUrl: address, ...(identity && { identityServerUrl: identity }) };
			const asked = { baseURL: readByNodes('apiBaseUrl'), disableFollowRedirect: true };
			expect(resolveDeclaredTest(type, credentials)).toMatchObject(asked);
		}
	}
});

test('with an Issuer, browsers sign in there, and n8n fetches tokens at the Identity Server URL', () => {
	expect(resolve({ issuer: ' https://login.example.com/realms/voice/ ' })).toMatchObject({
		authUrl: 'https://login.example.com/realms/voice/protocol/openid-connect/auth',
		accessTokenUrl: `${identityServerUrl}/protocol/openid-connect/token`,
	});
	for (const issuer of ['', undefined]) {
		expect(resolve({ issuer }).authUrl).toBe(`${identityServerUrl}/protocol/openid-connect/auth`);
	}
});

test.each<[INodeParameters, string]>([
	[{}, 'openid profile email offline_access'],
	// n8n drops the field.
	[{ advancedSettings: false }, 'openid profile email offline_access'],
	[{ staySignedIn: false }, 'openid profile email'],
	[{ moreScopes: '' }, 'openid profile email offline_access'],
	[
		{ moreScopes: ' voice.read  https://a.example/x,y' },
		'openid profile email offline_access voice.read https://a.example/x,y',
	],
	[{ staySignedIn: false, moreScopes: 'a"b c\\d [e] é !' }, 'openid profile email [e] !'],
	[{ moreScopes: 7 }, 'openid profile email offline_access 7'],
	[{ moreScopes: null }, 'openid profile email offline_access'],
	[{ advancedSettings: false, moreScopes: 'a' }, 'openid profile email offline_access'],
])('a sign-in with %j asks for the scopes %s', (fields, scope) => {
	expect(resolve(fields).scope).toBe(scope);
});

test.each<[INodeParameters, string]>([
	[{}, ''],
	[{ signInLanguage: '' }, ''],
	[{ signInLanguage: 'de' }, 'ui_locales=de&kc_locale=de'],
	[{ signInLanguage: 'de', languageParameter: '' }, 'ui_locales=de&kc_locale=de'],
	[{ signInLanguage: 'de', languageParameter: 'idp_locale' }, 'ui_locales=de&idp_locale=de'],
	[{ signInLanguage: 'de', languageParameter: 'ui_locales' }, 'ui_locales=de'],
	[{ signInLanguage: 'a&b=c', languageParameter: 'd&e' }, 'ui_locales=a%26b%3Dc&d%26e=a%26b%3Dc'],
	[
		{ authorizationParameters: ' audience=https://api.example.com&prompt=consent ' },
		'audience=https://api.example.com&prompt=consent',
	],
	[
		{ signInLanguage: 'de', authorizationParameters: 'resource=a=b & nonce="1"' },
		'ui_locales=de&kc_locale=de&resource=a=b&nonce="1"',
	],
	[{ authorizationParameters: 'audience&=x&prompt=&&=' }, ''],
	[
		{ authorizationParameters: 'state=1&client_id=2&redirect_uri=3&scope=4&audience=a' },
		'audience=a',
	],
	[
		{ authorizationParameters: 'response_type=token&code_challenge=1&Code_Challenge_Method=plain' },
		'',
	],
	[
		{ authorizationParameters: 'response_mode=form_post&request=e&request_uri=f&states=1' },
		'states=1',
	],
	[{ authorizationParameters: 'request%5Furi=f&a[b]=1&__proto__=x' }, '__proto__=x'],
	[{ authorizationParameters: 7 }, ''],
	[{ advancedSettings: false, authorizationParameters: 'audience=a' }, ''],
])('what a sign-in also sends of %j is %j', (fields, query) => {
	expect(resolve(fields).authQueryParameters).toBe(query);
});

test.each<[INodeParameters, string]>([
	[{}, ''],
	[{ signInLanguage: 'de', authorizationParameters: 'audience=a', moreScopes: 'voice.read' }, ''],
	[{ authorizationParameters: ' & audience=a&' }, ''],
	[
		{ authorizationParameters: 'audience=a&state=s3cret&just-a-word', moreScopes: 'b a"b' },
		'Authorization Parameters and More Scopes of the credential: "state", "just-a-word", "a\\"b" cannot be sent, and the rest is.',
	],
])('of a sign-in with %j the nodes say %j', (fields, text) => {
	expect(describeUnsent({ kind: 'voiceAgentOAuth2Api', data: resolve(fields) })).toBe(text);
});

test('a pasted access token goes out as a Bearer token, without spaces around it', () => {
	const accessToken = ' the.access.token\n';
	expect(resolveHeaders(new VoiceAgentTokenApi(), { accessToken })).toEqual({
		Authorization: 'Bearer the.access.token',
	});
});

const credentials: [string, ICredentialType][] = [
	['OAuth2', new VoiceAgentOAuth2Api()],
	['access token', new VoiceAgentTokenApi()],
];
const expected = { expectedAudience: 'a', expectedClient: 'c', expectedSubject: 's' };
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
		const on = decryptCredential(credential, { ...advanced, advancedSettings: true });
		expect(on).toMatchObject({ allowHttp, webAppUrl });
	});
});

/** The fields of n8n's form, from top to bottom, with a star if required; `saved` over the defaults. */
function listShownFields({ properties }: ICredentialType, saved: INodeParameters = {}): string[] {
	const defaults = Object.fromEntries(properties.map((field) => [field.name, field.default]));
	return properties
		.filter(({ type }) => type !== 'hidden')
		.filter((field) => NodeHelpers.displayParameter({ ...defaults, ...saved }, field, null, null))
		.map(({ name, required }) => (required === true ? `${name}*` : name));
}

const checked = ['issuer', 'signingSecret', 'checkSender'];
const ofSignIn = [
	...['staySignedIn', 'signInLanguage', 'languageParameter'],
	...['authorizationParameters', 'moreScopes', 'verifyTokens'],
];

test.each([
	[0, ['clientId*', 'applicationType', 'apiBaseUrl*', 'identityServerUrl*'], ofSignIn],
	[1, ['apiBaseUrl*', 'accessToken*', 'identityServerUrl'], []],
])('the form of credential %i shows few fields at first, and more with each switch', (...row) => {
	const [index, own, rare] = row;
	const [, credential] = credentials[index] ?? [];
	if (credential === undefined) throw new Error('No such credential');
	const first = [...own, ...checked];
	expect(listShownFields(credential)).toEqual([...first, 'advancedSettings']);
	const all = [...Object.keys(expected), 'advancedSettings', 'allowHttp', 'webAppUrl', ...rare];
	const switches = { checkSender: true, advancedSettings: true };
	expect(listShownFields(credential, switches)).toEqual([...first, ...all]);
});

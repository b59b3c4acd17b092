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

import { NodeHelpers } from 'n8n-workflow';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { VoiceAgentOAuth2Api } from '../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgentTokenApi } from '../../credentials/VoiceAgentTokenApi.credentials.ts';

/** What n8n makes of a saved credential when it decrypts: defaults are filled in, hidden fields dropped. */
function decrypt(
	{ properties }: VoiceAgentOAuth2Api | VoiceAgentTokenApi,
	saved: ICredentialDataDecryptedObject,
): INodeParameters {
	const parameters = NodeHelpers.getNodeParameters(
		properties,
		saved as INodeParameters,
		true,
		false,
		null,
		null,
	);
	return parameters ?? {};
}

const protecting = {
	signingSecret: 'secret',
	expectedAudience: 'audience',
	expectedClient: 'client',
	expectedSubject: 'subject',
};

describe.each([
	['OAuth2', new VoiceAgentOAuth2Api()],
	['access token', new VoiceAgentTokenApi()],
])('a credential made by the API or an import: %s', (_, credential) => {
	test('keeps what protects deliveries', () => {
		expect(decrypt(credential, protecting)).toMatchObject(protecting);
	});

	test('keeps it with Advanced Settings off', () => {
		const saved = { ...protecting, advancedSettings: false };
		expect(decrypt(credential, saved)).toMatchObject(protecting);
	});

	test('has empty texts for what was never touched', () => {
		const empty = Object.fromEntries(Object.keys(protecting).map((name) => [name, '']));
		expect(decrypt(credential, {})).toMatchObject(empty);
	});
});

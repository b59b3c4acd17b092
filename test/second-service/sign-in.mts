import { randomBytes, createHash } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { VoiceAgentOAuth2Api } from '../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { resolveCredential } from '../support/in-process/resolve-credential.mts';
import { StoredCredential } from '../support/in-process/stored-credential.mts';
import { omit } from './service/records.mts';
import { client, redirectUri } from './service/identity.mts';
import type { SecondService } from './service/start-service.mts';

interface OAuth2Client {
	code: {
		getUri(): string;
		getToken(uri: string, options: object): Promise<{ data: Record<string, unknown> }>;
	};
}

/** The client with which n8n signs in, of which n8n-core has the right version. */
function createOAuth2Client(options: object): OAuth2Client {
	const { ClientOAuth2 } = require(
		require.resolve('@n8n/client-oauth2', { paths: [require.resolve('n8n-core')] }),
	);
	return new ClientOAuth2(options);
}

/** Signs in by what the credential declares, as n8n's callback does it, and saves what n8n saves. */
export async function connect(
	service: SecondService,
	fields: INodeParameters = {},
): Promise<StoredCredential> {
	const credential = resolveCredential(new VoiceAgentOAuth2Api(), {
		apiBaseUrl: service.url,
		identityServerUrl: service.identity.url,
		applicationType: 'confidential',
		...client,
		...fields,
	});
	const verifier = randomBytes(32).toString('base64url');
	const { code } = createOAuth2Client({
		clientId: credential.clientId,
		accessTokenUri: credential.accessTokenUrl,
		authorizationUri: credential.authUrl,
		authentication: credential.authentication,
		redirectUri,
		scopes: [String(credential.scope)],
		state: randomBytes(8).toString('hex'),
		query: {
			code_challenge: createHash('sha256').update(verifier).digest('base64url'),
			code_challenge_method: 'S256',
		},
	});
	const page = await fetch(code.getUri(), { redirect: 'manual' });
	const callback = page.headers.get('location') ?? '';
	const { data } = await code.getToken(callback, {
		body: {
			code_verifier: verifier,
			client_id: credential.clientId,
			client_secret: credential.clientSecret,
		},
	});
	const parameters = Object.fromEntries(new URL(callback).searchParams);
	const expiresAt = String(Date.now() + Number(data.expires_in) * 1000);
	const oauthTokenData = {
		...data,
		callbackQueryString: omit(parameters, ['state', 'code']),
		n8n_expires_at: expiresAt,
	};
	return new StoredCredential({ ...credential, oauthTokenData });
}

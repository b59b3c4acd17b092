import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import * as z from 'zod/v4';
import { VoiceAgentOAuth2Api } from '../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { signIn } from '../../sandbox/identity/sign-in.mts';
import { createHost } from '../nodes/host/host.mts';
import { resolveCredential } from '../nodes/host/resolve-credential.mts';
import { StoredCredential } from '../nodes/host/stored-credential.mts';
import { password } from './describe-realm.mts';
import type { Stage } from './start-suite.mts';

// n8n-core's contexts, for what needs another time than now.
const { execute } = new VoiceAgent();

/** The sign-in of a public client, as n8n makes it: without a nonce. */
export async function connectInContext(
	stage: Stage,
	{ clientId = 'public', nonce = '' } = {},
): Promise<StoredCredential> {
	const credential = resolveCredential(new VoiceAgentOAuth2Api(), stage.describe(clientId));
	const verifier = randomBytes(32).toString('base64url');
	const authorizationUrl = buildAuthorizationUrl(stage, credential, verifier, nonce);
	const { callbackUrl } = await signIn({ authorizationUrl, username: 'demo', password });
	const answer = await fetch(String(credential.accessTokenUrl), {
		method: 'POST',
		body: new URLSearchParams({
			grant_type: 'authorization_code',
			code: new URL(callbackUrl).searchParams.get('code') ?? '',
			redirect_uri: stage.callback,
			code_verifier: verifier,
			client_id: String(credential.clientId),
		}),
	});
	expect(answer.status).toBe(200);
	const oauthTokenData = z.record(z.string(), z.json()).parse(await answer.json());
	return new StoredCredential({ ...credential, oauthTokenData });
}

function buildAuthorizationUrl(
	{ callback }: Stage,
	credential: ICredentialDataDecryptedObject,
	verifier: string,
	nonce: string,
): string {
	const url = new URL(String(credential.authUrl));
	url.search = new URLSearchParams({
		client_id: String(credential.clientId),
		redirect_uri: callback,
		response_type: 'code',
		scope: String(credential.scope),
		state: randomUUID(),
		...(nonce !== '' && { nonce }),
		code_challenge: createHash('sha256').update(verifier).digest('base64url'),
		code_challenge_method: 'S256',
	}).toString();
	return url.href;
}

/** Runs one operation of the action node; gives what it emitted. */
export async function runInContext(
	credential: StoredCredential,
	parameters: INodeParameters,
): Promise<IDataObject | undefined> {
	const host = createHost({ type: 'voiceAgent', credential, parameters });
	const [items = []] = await execute.call(host.execute());
	return items[0]?.json;
}

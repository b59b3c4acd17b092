import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import type { CookieJar } from 'tough-cookie';
import * as z from 'zod/v4';
import { credentialType } from '../../host/n8n/voice-agent-nodes.mts';
import { authorizeCredential } from '../../host/n8n/authorize-credential.mts';
import { signIn } from '../../host/sign-in.mts';
import { runByHand } from '../support/n8n/run-by-hand.mts';
import type { Host } from '../support/n8n/start-host.mts';
import { createNode } from '../support/n8n/trigger-scene.mts';
import { errorCatalog } from '../../nodes/shared/error-catalog.ts';
import { password } from './describe-realm.mts';

const nodeFailure = z.object({
	description: z.string().nullish(),
	context: z.object({ code: z.string() }),
});

/** The code of a node's error with the words of Keycloak or the API behind it; throws any other error. */
function readFailure(error: unknown): string {
	const { success, data } = nodeFailure.safeParse(error);
	if (!success) throw error;
	const { code } = data.context;
	const entry = Object.entries(errorCatalog).find(([name]) => name === code)?.[1];
	const words = (data.description ?? '')
		.replace(entry?.[1] ?? '', '')
		.replace(`— Code: ${code}`, '')
		.replace(/(?:Service|Identity server) response: /, '')
		.trim()
		.replace(/\.$/, '');
	return words === '' ? code : `${code}: ${words}`;
}

/** How a user connects a credential. Default: `demo` in a new browser. */
export interface ConnectOptions {
	username?: string;
	/** A jar used before is the same browser again. */
	cookies?: CookieJar;
	/** Sent to Keycloak in addition; n8n itself sends none. */
	nonce?: string;
	/** What the credential says of it. Default: as n8n has it. */
	staySignedIn?: boolean;
	/** Over the usual fields of the credential. */
	fields?: INodeParameters;
}

/** A credential in the real n8n. */
export type SavedCredential = Awaited<ReturnType<typeof saveInN8n>>;

/** Creates a credential with these fields; not yet connected. */
export async function saveInN8n(host: Host, fields: INodeParameters) {
	const { session, client } = host;
	const name = `Keycloak ${randomUUID()}`;
	const id = await client.createCredential(name, credentialType, fields);
	return {
		reference: { id, name },
		fields,
		/** The address of Keycloak's page that n8n opens for Connect. */
		openConnect: async () =>
			z.string().parse(await session.rest('GET', `/oauth2-credential/auth?id=${id}`)),
		/** Runs one operation of the action node; gives what it emitted, or the error's code and detail. */
		run: async (parameters: INodeParameters) => {
			const node = {
				...createNode('Voice Agent', 'n8n-nodes-voice-agent.voiceAgent', 1, parameters),
				credentials: { [credentialType]: { id, name } },
			};
			const { items, error } = await runByHand(host, node);
			return error === undefined
				? { item: items[0], read: 'works' }
				: { item: undefined, read: readFailure(error) };
		},
		/** Saves it with other fields, as a user who edits it. */
		enter: (changed: INodeParameters) =>
			client.updateCredential(id, name, credentialType, { ...fields, ...changed }),
	};
}

/** Connects it through n8n's endpoints and Keycloak's login page. Throws with the words of the page that rejects. */
export async function connectInN8n(
	{ session }: Host,
	{ reference }: SavedCredential,
	{ username = 'demo', cookies, nonce }: ConnectOptions,
): Promise<void> {
	await authorizeCredential(session, reference.id, async (opened) => {
		const url = new URL(opened);
		if (nonce !== undefined) url.searchParams.set('nonce', nonce);
		const authorizationUrl = url.href;
		return (await signIn({ authorizationUrl, username, password, cookies })).callbackUrl;
	});
}

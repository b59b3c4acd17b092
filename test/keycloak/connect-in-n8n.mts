import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import type { CookieJar } from 'tough-cookie';
import * as z from 'zod/v4';
import { credentialType } from '../../host/demo/prepare-example.mts';
import { connectCredential } from '../../host/n8n/connect-credential.mts';
import { signIn } from '../../sandbox/identity/sign-in.mts';
import { runByHand } from '../e2e/run-by-hand.mts';
import type { Host } from '../e2e/start-host.mts';
import type { CredentialReference } from '../e2e/connect-at-sandbox.mts';
import { createNode } from '../e2e/trigger-scene.mts';
import { password } from './describe-realm.mts';
import { readFailure } from './read-failure.mts';

/** How a user connects a credential. Default: `demo` in a new browser. */
export interface ConnectOptions {
	username?: string;
	/** A jar used before is the same browser again. */
	cookies?: CookieJar;
	/** Over the usual fields of the credential. */
	fields?: INodeParameters;
}

export interface Outcome {
	/** What the node emitted; undefined if it failed. */
	item: Record<string, unknown> | undefined;
	/** `works`, or the error's code and detail. */
	read: string;
}

/** A credential in the real n8n. */
export interface SavedCredential {
	reference: CredentialReference;
	/** The address of Keycloak's page that n8n opens for Connect. */
	openConnect(): Promise<string>;
	/** Runs one operation of the action node. */
	run(parameters: INodeParameters): Promise<Outcome>;
	/** Saves it with other fields, as a user who edits it. */
	enter(fields: INodeParameters): Promise<void>;
}

/** Creates a credential with these fields; not yet connected. */
export async function saveInN8n(host: Host, fields: INodeParameters): Promise<SavedCredential> {
	const { session, client } = host;
	const name = `Keycloak ${randomUUID()}`;
	const id = await client.createCredential(name, credentialType, fields);
	return {
		reference: { id, name },
		openConnect: async () =>
			z.string().parse(await session.rest('GET', `/oauth2-credential/auth?id=${id}`)),
		run: async (parameters) => {
			const node = {
				...createNode('Voice Agent', 'n8n-nodes-voice-agent.voiceAgent', 1, parameters),
				credentials: { [credentialType]: { id, name } },
			};
			const { items, error } = await runByHand(host, node);
			return error === undefined
				? { item: items[0], read: 'works' }
				: { item: undefined, read: readFailure(error) };
		},
		enter: (changed) =>
			client.updateCredential(id, name, credentialType, { ...fields, ...changed }),
	};
}

/** Connects it through n8n's endpoints and Keycloak's login page. Throws with the words of the page that rejects. */
export async function connectInN8n(
	{ session }: Host,
	{ reference }: SavedCredential,
	{ username = 'demo', cookies }: ConnectOptions,
): Promise<void> {
	await connectCredential(
		session,
		reference.id,
		async (authorizationUrl) =>
			(await signIn({ authorizationUrl, username, password, cookies })).callbackUrl,
	);
}

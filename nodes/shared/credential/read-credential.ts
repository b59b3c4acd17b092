import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';
import { throwNodeError } from '../errors/node-errors';
import type { NodeContext } from '../node-context';

export type CredentialKind = 'voiceAgentOAuth2Api' | 'voiceAgentTokenApi';

/** A credential as the user filled it in. */
export type Credential = {
	kind: CredentialKind;
	/** n8n's id of the credential, if it has one. */
	id: string | undefined;
	data: ICredentialDataDecryptedObject;
};

/** The kind that the parameter Authentication selects; `undefined` for None. */
export function chooseCredentialKind({ parameters }: INode): CredentialKind | undefined {
	if (parameters.authentication === 'none') return undefined;
	return parameters.authentication === 'accessToken' ? 'voiceAgentTokenApi' : 'voiceAgentOAuth2Api';
}

/** Whether a credential of the selected kind is set on the node. */
export function hasCredential(context: NodeContext): boolean {
	const node = context.getNode();
	const kind = chooseCredentialKind(node);
	return kind !== undefined && node.credentials?.[kind] !== undefined;
}

/** Reads the credential that the parameter Authentication selects; throws if none is set. */
export async function readCredential(context: NodeContext): Promise<Credential> {
	const node = context.getNode();
	const kind = chooseCredentialKind(node);
	if (kind === undefined || !hasCredential(context)) throwNodeError(context, 'credential-missing');
	const data = await context.getCredentials(kind);
	return { kind, id: node.credentials?.[kind]?.id ?? undefined, data };
}

/** A text field of a credential, trimmed; `undefined` if it is empty. */
export function readText(data: unknown): string | undefined {
	const text = typeof data === 'string' ? data.trim() : '';
	return text === '' ? undefined : text;
}

import { NodeHelpers } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	INodeParameters,
} from 'n8n-workflow';

/** What n8n makes of a saved credential when it decrypts: defaults are filled in, hidden fields dropped. */
export function decryptCredential(
	{ properties }: ICredentialType,
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

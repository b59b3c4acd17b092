import { type CredentialChecks, parseCredentialChecks } from '../../../core';
import { throwNodeError } from '../errors/node-errors';
import type { NodeContext } from '../node-context';
import type { Credential } from './read-credential';

/** What the fields of {@link CredentialChecks} are called in the credential's form. */
const fieldNames: Readonly<Record<string, string>> = {
	signingSecret: 'Webhook Signing Secret',
	expectedAudience: 'Expected Audience',
	expectedClient: 'Expected Client',
	expectedSubject: 'Expected Subject',
};

/** What the credential demands of deliveries; throws if a field of it is unusable. */
export function readDeliveryChecks(context: NodeContext, credential: Credential): CredentialChecks {
	const parsed = parseCredentialChecks(credential.data);
	if (parsed.success) return parsed.checks;
	const { code, path } = parsed.error;
	throwNodeError(context, code, { parameter: path === undefined ? path : fieldNames[path] });
}

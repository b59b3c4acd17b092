import type { SandboxClient } from './identity-types.mts';

/** The rules of part 2.1. Throws if an application breaks one. */
export function checkClients(clients: SandboxClient[]): SandboxClient[] {
	for (const { clientId, clientSecret, redirectUris } of clients) {
		if (clientId === '') throw new Error('clientId: must not be empty');
		if (clientSecret === '') {
			throw new Error('clientSecret: must not be empty; leave it out for a public application');
		}
		if (redirectUris.length === 0) throw new Error('redirectUris: at least one is required');
		for (const uri of redirectUris) {
			if (!URL.canParse(uri) || /[#*]/.test(uri)) {
				throw new Error(`redirectUris: must be absolute, without fragment or wildcard: ${uri}`);
			}
		}
	}
	return structuredClone(clients);
}

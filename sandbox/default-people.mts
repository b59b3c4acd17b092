import type { SandboxClient, SandboxUser } from './identity/identity-types.mts';
import type { SandboxOptions } from './types.mts';

/** Where an n8n on this machine takes callbacks. */
export const defaultRedirectUris = [
	'http://localhost:5678/rest/oauth2-credential/callback',
	'http://127.0.0.1:5678/rest/oauth2-credential/callback',
];

const demoUser: SandboxUser = {
	id: '7d5a0c1e-3b64-4f0a-9a57-0c2f5f0b8e11',
	username: 'demo',
	password: 'demo-password',
	name: 'Dana Demo',
	email: 'demo@example.com',
};

export interface SandboxPeople {
	clients: { public: SandboxClient; confidential: SandboxClient };
	/** Everything registered at the identity server; replaced by `setClients`. */
	allClients: SandboxClient[];
	user: SandboxUser;
	users: SandboxUser[];
}

/**
 * Applications and users as the options have them. A kind of application that the options leave out
 * takes its default, so there is always one of each.
 */
export function choosePeople(options: SandboxOptions): SandboxPeople {
	const redirectUris = options.redirectUris ?? defaultRedirectUris;
	const given = options.clients ?? [];
	const clients = {
		public: given.find(({ clientSecret }) => clientSecret === undefined) ?? {
			clientId: 'sandbox-public',
			redirectUris,
		},
		confidential: given.find(({ clientSecret }) => clientSecret !== undefined) ?? {
			clientId: 'sandbox-confidential',
			clientSecret: 'sandbox-secret',
			redirectUris,
		},
	};
	const users = options.users ?? [demoUser];
	return {
		clients,
		allClients: [...new Set([clients.public, clients.confidential, ...given])],
		user: users[0] ?? demoUser,
		users,
	};
}

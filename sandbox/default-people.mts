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

export type SandboxPeople = ReturnType<typeof choosePeople>;

/** The two applications, and the users as the options have them. */
export function choosePeople({
	redirectUris = defaultRedirectUris,
	users = [demoUser],
}: SandboxOptions) {
	const confidential = { clientId: 'sandbox-confidential', clientSecret: 'sandbox-secret' };
	const clients: { public: SandboxClient; confidential: SandboxClient } = {
		public: { clientId: 'sandbox-public', redirectUris },
		confidential: { ...confidential, redirectUris },
	};
	return {
		clients,
		user: users[0] ?? demoUser,
		users,
	};
}

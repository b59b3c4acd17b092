import type { SandboxPeople } from '../default-people.mts';
import type { IdentityServer } from '../identity/identity-types.mts';

/** A value to be copied, under the name that n8n or the sign-in page shows. */
export interface ConnectionField {
	label: string;
	value: string;
}

export interface ConnectionGroup {
	title: string;
	note?: string;
	fields: ConnectionField[];
}

/** What is entered in n8n, in the order of the credential's form, and on the sign-in page. */
export function describeConnection(
	apiUrl: string,
	identity: IdentityServer,
	{ clients, user }: SandboxPeople,
): ConnectionGroup[] {
	const addresses: ConnectionField[] = [
		{ label: 'API Base URL', value: apiUrl },
		{ label: 'Identity Server URL', value: identity.url },
	];
	if (!identity.isOwn) {
		return [
			{
				title: 'The credential',
				note: 'The OAuth application and the users are those of your identity server.',
				fields: addresses,
			},
		];
	}
	const { clientId, clientSecret = '' } = clients.confidential;
	return [
		{
			title: 'The credential',
			note: 'In n8n select + at the top left, New credential, Voice Agent OAuth2 API, Continue. Enter these, leave the rest, and select Save and then, at the top of the form, Connect.',
			fields: [{ label: 'Client ID', value: clients.public.clientId }, ...addresses],
		},
		{
			title: 'Or a confidential application',
			note: 'With the same addresses. Select the type first: it shows the field for the secret.',
			fields: [
				{ label: 'Client ID', value: clientId },
				{ label: 'Client Secret', value: clientSecret },
				{ label: 'Application Type', value: 'Confidential' },
			],
		},
		{
			title: 'What n8n shows',
			note: 'You can sign in only if n8n shows exactly one of these. For another URL, start the sandbox with --redirect-uri and that URL.',
			fields: clients.public.redirectUris.map((value) => ({ label: 'OAuth Redirect URL', value })),
		},
		{
			title: 'The sign-in page',
			note: 'It opens when you select Connect.',
			fields: [
				{ label: 'User name', value: user.username },
				{ label: 'Password', value: user.password },
			],
		},
	];
}

import type { CatalogEntry } from './catalog-entry';

/** The credential and its sign-in. */
export const credentialErrors = {
	'credential-not-connected': {
		problem: 'The Voice Agent credential is saved but not connected.',
		advice: 'Open the credential, select "Connect" and sign in.',
	},
	'credential-missing': {
		problem: 'No Voice Agent credential is selected in this node.',
		advice: "Select one under 'Credential', or create one there.",
	},
	'credential-not-selected': {
		problem: "'Authentication' is None, but another setting of this node needs a credential.",
		advice:
			"Select a credential under 'Authentication', or use neither Automatic registration nor Require.",
	},
	'credential-address-invalid': {
		problem: 'An address in the Voice Agent credential is not an http or https address.',
		advice: 'Open the credential and correct this field.',
	},
	'credential-address-not-https': {
		problem: 'An address in the Voice Agent credential uses http on a public host.',
		advice:
			"Anyone on the network path could read the token, so nothing was sent. Open the credential and enter an https address in this field, or turn on 'Advanced Settings' and 'Allow HTTP'.",
	},
	'credential-field-invalid': {
		problem: 'A field of the Voice Agent credential that is used to check deliveries is not text.',
		advice: 'Open the credential and correct this field or its expression, or clear it.',
	},
	'credential-sender-missing': {
		problem: "'Check Sender' is on in the Voice Agent credential, but all its fields are empty.",
		advice:
			"Open the credential and enter 'Expected Audience', 'Expected Client' or 'Expected Subject', or turn off 'Check Sender'.",
	},
	'sign-in-expired': {
		problem: 'The sign-in of the Voice Agent credential has ended and could not be refreshed.',
		advice: 'Reconnect this credential: open it and sign in again.',
	},
	'sign-in-ended-with-browser': {
		problem: 'The sign-in of the Voice Agent credential ended with the browser session.',
		advice:
			"It was made without 'Stay Signed In' (offline_access), so it ended when you logged out in the browser or after a day without use. Switch on 'Stay Signed In' in the credential and connect it again.",
	},
	'refresh-token-missing': {
		problem: 'The identity server issued no refresh token for the Voice Agent credential.',
		advice:
			'So its access token cannot be refreshed or revoked, and the credential has to be reconnected each time it has expired. Switch on refresh tokens for the OAuth application in the identity server, and reconnect the credential.',
	},
	'client-rejected': {
		problem:
			'The identity server rejected the OAuth application: its client ID or client secret is wrong, or the secret was rotated.',
		advice:
			'Compare both with the settings of the application in the web app, and correct them in the credential. With the right secret it works again; only after another client ID does it have to be reconnected.',
	},
	'sign-in-rejected': {
		problem: 'The voice-agent service rejected the access token of the credential.',
		advice:
			"Usually the token is for another audience than the API accepts; any message of the service follows. Check that 'API Base URL' and 'Identity Server URL' belong together, or connect the credential again.",
	},
	'pasted-token-rejected': {
		problem: 'The pasted access token of the credential was rejected: it has probably expired.',
		advice:
			'Copy a new one from /token of the web app into the credential, or use an OAuth2 credential, which refreshes itself.',
	},
	'token-not-trusted': {
		problem:
			'The access token of the credential failed the check with the keys of its identity server.',
		advice:
			"Nothing was sent with this token. Compare 'Identity Server URL' and 'Issuer' in the credential with the reason below, and connect it again.",
	},
	'token-not-checkable': {
		problem:
			'The access token of the credential cannot be checked with the keys of its identity server.',
		advice:
			"Nothing was sent with this token. If the identity server always issues such tokens, switch on 'Advanced Settings' in the credential and switch off 'Verify Tokens'.",
	},
	'token-from-the-future': {
		problem: 'The access token of the credential is not valid yet: the clocks differ.',
		advice:
			'Nothing was sent with this token. Set the clock of the machine that n8n runs on, or that of the identity server.',
	},
	'identity-address-missing': {
		problem: "'Identity Server URL' is empty in the credential, but its keys are needed here.",
		advice: 'Enter the address, including its realm, in the credential.',
	},
	'oauth2-only': {
		problem:
			'This needs an OAuth2 credential: a pasted access token cannot be refreshed or signed out.',
		advice: "Select an OAuth2 credential under 'Credential'.",
	},
} as const satisfies Record<string, CatalogEntry>;

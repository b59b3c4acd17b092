import type { CatalogEntry } from './catalog-entry';

/** The credential and its tokens. */
export const credentialErrors = {
	'credential-not-connected': {
		message: 'The Voice Agent credential is saved but not connected.',
		advice: 'Open the credential, select "Connect" and sign in.',
	},
	'credential-missing': {
		message: 'No Voice Agent credential is selected in this node.',
		advice: "Select one under 'Credential', or create one there.",
	},
	'credential-not-selected': {
		message: "'Authentication' is None, but another setting of this node needs a credential.",
		advice:
			"Select a credential under 'Authentication', or use neither Automatic registration nor Require.",
	},
	'credential-address-invalid': {
		message: 'An address in the Voice Agent credential is not an http or https URL.',
		advice: 'Open the credential and correct this field.',
	},
	'credential-address-not-https': {
		message: 'An address in the Voice Agent credential uses http on a public host.',
		advice:
			"Anyone on the network path could read the token, so nothing was sent. Open the credential and enter an https address in this field, or turn on 'Advanced Settings' and 'Allow HTTP'.",
	},
	'credential-field-invalid': {
		message: 'A field of the Voice Agent credential that is used to check deliveries is not text.',
		advice: 'Open the credential and correct this field or its expression, or clear it.',
	},
	'credential-sender-missing': {
		message: "'Check Sender' is on in the Voice Agent credential, but all its fields are empty.",
		advice:
			"Open the credential and enter 'Expected Audience', 'Expected Client' or 'Expected Subject', or turn off 'Check Sender'.",
	},
	'credential-reconnect-needed': {
		message: 'The Voice Agent credential needs to be reconnected.',
		advice: 'Reconnect this credential: open it and sign in again.',
	},
	'browser-session-ended': {
		message:
			"The Voice Agent credential needs to be reconnected: it was connected without 'Stay Signed In'.",
		advice:
			"Without 'Stay Signed In' (offline_access) it lasts until you log out in the browser, or a day without use. Turn this on in the credential and reconnect it.",
	},
	'refresh-token-missing': {
		message: 'The identity server issued no refresh token for the Voice Agent credential.',
		advice:
			'Its access token cannot be refreshed or revoked: the credential has to be reconnected each time it expires. Turn on refresh tokens for the OAuth application in the identity server, and reconnect the credential.',
	},
	'client-rejected': {
		message:
			'The identity server rejected the OAuth application: its client ID or client secret is wrong, or the secret was rotated.',
		advice:
			'Compare both with the settings of the application in the web app, and correct them in the credential. With the right secret it works again; only after another client ID does it have to be reconnected.',
	},
	'access-token-rejected': {
		message: 'The voice-agent service rejected the access token. Its audience may be wrong.',
		advice:
			"Check that 'API Base URL' and 'Identity Server URL' belong together, or reconnect the credential.",
	},
	'pasted-token-rejected': {
		message: 'The pasted access token of the credential was rejected: it has probably expired.',
		advice:
			'Copy a new one from /token of the web app into the credential, or use an OAuth2 credential, which refreshes itself.',
	},
	'token-not-trusted': {
		message: "The access token is not from the credential's identity server.",
		advice:
			"Nothing was sent with this token. Compare 'Identity Server URL' and 'Issuer' in the credential with the reason, and reconnect it.",
	},
	'token-not-checkable': {
		message: "The access token couldn't be verified.",
		advice:
			"Nothing was sent with this token. If the identity server always issues such tokens, turn on 'Advanced Settings' in the credential and turn off 'Verify Tokens'.",
	},
	'token-from-the-future': {
		message: 'The access token is not valid yet: the clocks differ.',
		advice:
			"Nothing was sent with this token. Set the clock of n8n's machine, or that of the identity server.",
	},
	'identity-server-url-missing': {
		message: "'Identity Server URL' is required to verify tokens.",
		advice: 'Enter it in the credential, including its realm.',
	},
	'oauth2-only': {
		message:
			'This needs an OAuth2 credential: a pasted access token cannot be refreshed or signed out.',
		advice: "Select an OAuth2 credential under 'Credential'.",
	},
} as const satisfies Record<string, CatalogEntry>;

/** The credential and its tokens. */
export const accountErrors = {
	'credential-not-connected': [
		'The Voice Agent credential is saved but not connected.',
		'Open the credential, select "Connect" and sign in.',
	],
	'credential-missing': [
		'No Voice Agent credential is selected in this node.',
		"Select one under 'Credential', or create one there.",
	],
	'credential-not-selected': [
		"'Without Credential' is on, but another setting of this node needs a credential.",
		'Remove this option and select a credential, or set Registration to Manual and do not select Require.',
	],
	'credential-address-invalid': [
		'An address in the Voice Agent credential is not an http or https URL.',
		'Open the credential and correct this field.',
	],
	'credential-address-not-https': [
		'An address in the Voice Agent credential uses http on a public host.',
		"Anyone on the network path could read the token, so nothing was sent. Open the credential and enter an https address in this field, or turn on 'Advanced Settings' and 'Allow HTTP'.",
	],
	'account-differs': [
		'The operation runs once for all items, but an expression gives the credential other values for this item.',
		'Put the node into a loop of one item at a time, or use fixed values in the credential.',
	],
	'credential-field-invalid': [
		'A field of the Voice Agent credential that is used to check deliveries is not text.',
		'Open the credential and correct this field or its expression, or clear it.',
	],
	'credential-sender-missing': [
		"'Check Sender' is on in the Voice Agent credential, but all its fields are empty.",
		"Open the credential and enter 'Expected Audience', 'Expected Client' or 'Expected Subject', or turn off 'Check Sender'.",
	],
	'credential-reconnect-needed': [
		'The Voice Agent credential needs to be reconnected.',
		'Reconnect this credential: open it and sign in again.',
	],
	'browser-session-ended': [
		"The Voice Agent credential needs to be reconnected: it was connected without 'Stay Signed In'.",
		"Without 'Stay Signed In' (offline_access) it lasts until you log out in the browser, at most 24 hours. Turn this on in the credential and reconnect it.",
	],
	'refresh-token-missing': [
		'The identity server issued no refresh token for the Voice Agent credential.',
		'Its access token cannot be refreshed or revoked: the credential has to be reconnected each time it expires. Turn on refresh tokens for the OAuth application in the identity server, and reconnect the credential.',
	],
	'client-rejected': [
		'The identity server rejected the OAuth application: its client ID or client secret is wrong, or the secret was rotated.',
		'Compare both with the settings of the application in the web app, and correct them in the credential. With the right secret it works again; only after another client ID does it have to be reconnected.',
	],
	'access-token-rejected': [
		'The voice-agent service rejected the access token.',
		"If the credential has worked before, reconnect it. If not, check that 'API Base URL' and 'Identity Server URL' belong together.",
	],
	'pasted-token-rejected': [
		'The pasted access token of the credential was rejected: it has probably expired.',
		'Copy a new one from /token of the web app into the credential, or use an OAuth2 credential, which refreshes itself.',
	],
	'token-type-not-bearer': [
		'The identity server issued an access token that is not of the type Bearer.',
		'Configure the OAuth application for Bearer tokens, and reconnect the credential.',
	],
	'token-not-trusted': [
		"The access token is not from the credential's identity server.",
		"Compare 'Identity Server URL' and 'Issuer' in the credential with the reason, and reconnect it.",
	],
	'token-not-checkable': [
		"The access token couldn't be verified.",
		"If the identity server always issues such tokens, turn on 'Advanced Settings' in the credential and turn off 'Verify Tokens'.",
	],
	'token-from-the-future': [
		'The access token is not valid yet: the clocks differ.',
		"Set the clock of n8n's machine or of the identity server. If you can do neither, turn on 'Advanced Settings' in the credential and turn off 'Verify Tokens'.",
	],
	'identity-server-url-missing': [
		"This needs the 'Identity Server URL' of the credential.",
		'Enter it, including its realm.',
	],
	'oauth2-only': [
		'This needs an OAuth2 credential: a pasted access token cannot be refreshed or signed out.',
		"Select an OAuth2 credential under 'Credential'.",
	],
} as const;

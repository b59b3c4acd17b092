/** One thing that can go wrong: what the user reads first, and what they do about it. */
export interface CatalogueEntry {
	problem: string;
	advice: string;
}

/**
 * Every code that the nodes can show. `docs/errors.md` lists the same codes; a test compares both.
 * A problem names no value that came from outside; the service's own words are added separately.
 */
export const errorCatalogue = {
	'credential-not-connected': {
		problem: 'The Voice Agent credential is saved but not connected.',
		advice: 'Open the credential and choose "Connect my account".',
	},
	'credential-missing': {
		problem: 'No Voice Agent credential is chosen in this node.',
		advice: 'Choose one under Credential, or create it there.',
	},
	'credential-address-invalid': {
		problem: 'An address in the Voice Agent credential is not an http or https address.',
		advice: 'Open the credential and correct the field named below.',
	},
	'sign-in-expired': {
		problem: 'The sign-in of the Voice Agent credential has ended and could not be renewed.',
		advice: 'Reconnect this credential: open it and choose "Connect my account".',
	},
	'sign-in-ended-with-browser': {
		problem:
			'The sign-in ended with the browser session: it was made without Stay Signed In (offline_access), so logging out there, or a day without use, ended it here too.',
		advice: 'Switch on Stay Signed In in the credential and connect it again.',
	},
	'client-refused': {
		problem:
			'The identity server refused the OAuth application: its client ID or client secret is wrong, or the secret was rotated.',
		advice:
			"Compare both with the application's settings page in the web application, correct the credential and connect it again.",
	},
	'sign-in-refused': {
		problem: 'The voice-agent service refused the access token of the credential.',
		advice:
			'Reconnect this credential, and check that its API and identity server addresses belong together.',
	},
	'pasted-token-refused': {
		problem: 'The voice-agent service refused the pasted access token: it has probably expired.',
		advice:
			'Read a new one at /token of the web application and paste it into the credential, or use an OAuth2 credential, which renews itself.',
	},
	'token-not-trusted': {
		problem:
			'The access token of the credential does not verify against the keys of its identity server.',
		advice:
			'Check the identity server address of the credential and connect it again; nothing was sent with this token.',
	},
	'identity-address-missing': {
		problem: 'This needs the keys of the identity server, and the credential names none.',
		advice: 'Enter the Identity Server Address, including its realm, in the credential.',
	},
	'oauth2-only': {
		problem: 'This needs an OAuth2 credential: a pasted access token has no sign-in of its own.',
		advice: 'Choose OAuth2 under Authentication.',
	},
	'provider-configuration-invalid': {
		problem: 'The discovery document of the identity server does not fit its address.',
		advice:
			'Check the Identity Server Address of the credential. Endpoints elsewhere can be allowed in the options.',
	},
	'token-invalid': {
		problem: 'A token does not verify.',
		advice: 'Read the reason below, or switch off Fail on Invalid Token to get it as data.',
	},
	'permission-denied': {
		problem: 'The signed-in user is not allowed to do this.',
		advice: 'Connect the credential as a user who has the permission.',
	},
	'not-found': {
		problem: 'The voice-agent service does not know this address.',
		advice: 'Check the API base address of the credential; it ends before /api.',
	},
	'request-refused': {
		problem: 'The voice-agent service refused the request.',
		advice: 'Read its own words below and correct what it names.',
	},
	'too-many-requests': {
		problem: 'The voice-agent service is receiving too many requests.',
		advice: 'Try again later, or spread the calls over time.',
	},
	'service-failed': {
		problem: 'The voice-agent service failed to process the request.',
		advice: 'Try again later; where it persists, report it to the service.',
	},
	'service-unreachable': {
		problem: 'The voice-agent service or its identity server could not be reached.',
		advice: 'Check the addresses in the credential and the network between n8n and the service.',
	},
	'answer-lost': {
		problem: 'The voice-agent service did not answer in time.',
		advice: 'Try again later. Whether the request took effect is not known.',
	},
	'answer-unreadable': {
		problem: 'The voice-agent service answered with something that is not the documented JSON.',
		advice: 'Check that the API base address of the credential is the API and not a web page.',
	},
	'item-without-record': {
		problem: 'The item holds no event and no conversation record.',
		advice:
			'Connect the node that received the event, or set Source to Field and enter the field that holds it.',
	},
	'nested-too-deep': {
		problem: 'The conversation record holds an undocumented value of more than 2,000 levels.',
		advice: 'Look at what was sent: n8n itself could not store such an item.',
	},
	'field-name-missing': {
		problem: 'The name of the output field is empty.',
		advice: 'Enter a name, such as data, or check what its expression gives.',
	},
	'operation-unknown': {
		problem: 'This version of the node does not know the chosen operation.',
		advice: 'Choose a resource and an operation from the lists.',
	},
	'unexpected-failure': {
		problem: 'The node met a failure that it does not know.',
		advice: 'Report it with the error code and what the workflow did.',
	},
	'registration-body-invalid': {
		problem: 'The registration body cannot be sent.',
		advice: 'Correct the parameter named below.',
	},
	'registration-refused': {
		problem: 'The voice-agent service refused to register the webhook.',
		advice:
			'Read its own words below. The fields it wants can be set under Registration Body in this node.',
	},
	'registration-answer-without-id': {
		problem:
			'The voice-agent service accepted the registration but answered without an id, so it cannot be remembered.',
		advice:
			'Look in the web application whether the webhook exists and delete it there before trying again.',
	},
	'registration-outcome-unknown': {
		problem:
			'Whether the voice-agent service registered the webhook is not known: its answer was lost.',
		advice:
			'Look in the web application whether the webhook exists and delete it there, then publish again after two minutes.',
	},
	'webhook-url-unreachable': {
		problem: 'The voice-agent service cannot reach the webhook URL of this n8n.',
		advice:
			"Set n8n's environment variable WEBHOOK_URL to its public address, or switch on the option Allow Private Webhook URL.",
	},
	'webhook-url-invalid': {
		problem: 'The webhook URL is not an http or https address.',
		advice: 'Enter the full address, beginning with https://.',
	},
	'webhook-url-missing': {
		problem: 'n8n has no webhook URL for this node.',
		advice: 'Save the workflow and publish it again.',
	},
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

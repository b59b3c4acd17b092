import type { CatalogEntry } from './catalog-entry';

/** Calls to the service and to the identity server, and what an agent may ask for. */
export const serviceErrors = {
	'server-settings-invalid': {
		message: "The identity server's settings do not match 'Identity Server URL'.",
		advice:
			"Compare 'Identity Server URL' in the credential with the reason. If n8n reaches the identity server under another address than browsers, enter the issuer that the reason names under 'Issuer'. 'Allow Other Hosts' accepts other hosts.",
	},
	'token-invalid': {
		message: 'The token is invalid.',
		advice: "Correct what the reason names, or turn off 'Fail on Invalid Token' to get it as data.",
	},
	'permission-denied': {
		message: 'The signed-in user is not allowed to do this.',
		advice: 'Connect the credential as a user who has the permission.',
	},
	'not-found': {
		message: 'The voice-agent service does not know this address.',
		advice: "Check 'API Base URL' in the credential: it ends before /api.",
	},
	'identity-not-found': {
		message: 'The identity server does not know this address.',
		advice: "Check 'Identity Server URL' in the credential, and its realm.",
	},
	'identity-unavailable': {
		message: 'The identity server is unavailable.',
		advice:
			"Nothing reached the API. Try again later, and check 'Identity Server URL' in the credential and the network.",
	},
	'identity-rejected': {
		message: 'The identity server rejected the request.',
		advice: 'Correct what its response names.',
	},
	'refresh-rejected': {
		message: 'The identity server did not refresh the access token.',
		advice:
			'Try again later. If this goes on, correct what its response names, or reconnect the credential.',
	},
	'identity-response-unreadable': {
		message: "The identity server's response is not the documented JSON.",
		advice:
			"Check that 'Identity Server URL' in the credential is the identity server with its realm, and not a web page.",
	},
	'user-info-rejected': {
		message: 'The identity server rejected the request for user info.',
		advice:
			'Correct what its response names. If it names nothing, the token may be a lightweight token or lack the scope openid: check the application in the identity server.',
	},
	'user-info-not-trusted': {
		message: "The user info couldn't be verified.",
		advice:
			"Nothing of it is emitted. Compare 'Identity Server URL' in the credential with the reason.",
	},
	'request-rejected': {
		message: 'The voice-agent service rejected the request.',
		advice: 'Correct what its response names.',
	},
	'too-many-requests': {
		message: 'The voice-agent service is receiving too many requests.',
		advice: 'Try again later, or spread the calls over time.',
	},
	'service-failed': {
		message: 'The voice-agent service failed to process the request.',
		advice: 'Try again later. If this goes on, report it to the service.',
	},
	'service-unreachable': {
		message: 'The voice-agent service could not be reached.',
		advice:
			"Nothing was sent. Check 'API Base URL' in the credential and the network between n8n and the service.",
	},
	'host-not-found': {
		message: 'The host name in an address of the credential cannot be resolved.',
		advice:
			'Nothing was sent. Check the spelling of this field, and whether n8n can resolve the name.',
	},
	'certificate-not-trusted': {
		message: "The server's TLS certificate isn't trusted.",
		advice:
			'Nothing was sent. Check this field of the credential. If your own authority issued the certificate, start n8n with NODE_EXTRA_CA_CERTS.',
	},
	'connection-not-encrypted': {
		message: "The server doesn't accept HTTPS.",
		advice:
			'Nothing was sent. Check the port in this field of the credential, and whether the address must begin with http://.',
	},
	'address-redirects': {
		message: 'The server redirects to another address.',
		advice:
			"Nothing is sent to another address. Enter the target's base URL in this field of the credential. If the target is a sign-in page, reconnect the credential.",
	},
	'response-lost': {
		message: "The voice-agent service didn't respond in time.",
		advice: 'The request may have taken effect: check before you retry.',
	},
	'response-unreadable': {
		message: "The voice-agent service's response is not the documented JSON.",
		advice: "Check that 'API Base URL' in the credential is the API and not a web page.",
	},
	'operation-not-as-tool': {
		message: 'Not available as a tool of an AI agent.',
		advice: 'Put the node into the workflow itself, before or after the agent.',
	},
	'tool-result-empty': {
		message: 'There is no result: nobody said anything in the conversation, or no turn matches.',
		advice: 'Ask for another conversation.',
	},
	'operation-unknown': {
		message: 'This version of the node does not know the selected operation.',
		advice: "Select a 'Resource' and an 'Operation' from the lists.",
	},
	'unexpected-failure': {
		message: 'Something unexpected happened.',
		advice: 'Report it with the code and a description of what the workflow did.',
	},
} as const satisfies Record<string, CatalogEntry>;

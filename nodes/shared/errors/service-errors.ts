import type { CatalogEntry } from './catalog-entry';

/** Calls to the service and to the identity server, and what an agent may ask for. */
export const serviceErrors = {
	'server-settings-invalid': {
		problem: "The discovery document of the identity server does not match 'Identity Server URL'.",
		advice:
			"Compare 'Identity Server URL' in the credential with the reason below. If n8n reaches the identity server under another address than browsers, enter the issuer named there under 'Issuer'. An option allows endpoints on other hosts.",
	},
	'token-invalid': {
		problem: 'The token is invalid.',
		advice: "Read the reason below, or switch off 'Fail on Invalid Token' to get it as data.",
	},
	'permission-denied': {
		problem: 'The signed-in user is not allowed to do this.',
		advice: 'Connect the credential as a user who has the permission.',
	},
	'not-found': {
		problem: 'The voice-agent service does not know this address.',
		advice: "Check 'API Base URL' in the credential: it ends before /api.",
	},
	'identity-not-found': {
		problem: 'The identity server does not know this address.',
		advice: "Check 'Identity Server URL' in the credential, and its realm.",
	},
	'identity-unavailable': {
		problem: 'The identity server could not be reached or failed, or its response was lost.',
		advice:
			"Nothing was done at the voice-agent service. Try again later. Check 'Identity Server URL' in the credential and the network between n8n and the identity server.",
	},
	'identity-rejected': {
		problem: 'The identity server rejected the request.',
		advice: 'Read its message below and correct the problem that it names.',
	},
	'refresh-rejected': {
		problem: 'The identity server did not refresh the access token of the credential.',
		advice:
			'It did not say that the connection has ended, so try again later. If the problem persists, correct what its message below names.',
	},
	'identity-response-unreadable': {
		problem: 'The response of the identity server is not the documented JSON.',
		advice:
			"Check that 'Identity Server URL' in the credential is the identity server with its realm, and not a web page.",
	},
	'user-info-rejected': {
		problem: 'The identity server rejected the request for user info.',
		advice:
			'Read its message below. If there is none, the token may be a lightweight token or lack the scope openid: check the application in the identity server.',
	},
	'user-info-not-trusted': {
		problem: 'The user info failed the check with the keys of the identity server.',
		advice:
			"Nothing of it is emitted. Check 'Identity Server URL' in the credential, and read the reason below.",
	},
	'request-rejected': {
		problem: 'The voice-agent service rejected the request.',
		advice: 'Read its message below and correct the problem that it names.',
	},
	'too-many-requests': {
		problem: 'The voice-agent service is receiving too many requests.',
		advice: 'Try again later, or spread the calls over time.',
	},
	'service-failed': {
		problem: 'The voice-agent service failed to process the request.',
		advice: 'Try again later. If the problem persists, report it to the service.',
	},
	'service-unreachable': {
		problem: 'The voice-agent service could not be reached, and nothing was sent.',
		advice: "Check 'API Base URL' in the credential and the network between n8n and the service.",
	},
	'host-not-found': {
		problem: 'The host name in an address of the credential cannot be resolved.',
		advice:
			'Nothing was sent. Check the spelling of this field, and whether n8n can resolve the name.',
	},
	'certificate-not-trusted': {
		problem: 'The certificate of the server at an address of the credential is not trusted.',
		advice:
			'Nothing was sent. Check this field. If your own authority issued the certificate, start n8n with NODE_EXTRA_CA_CERTS.',
	},
	'connection-not-encrypted': {
		problem: 'The server at an address of the credential does not support encrypted connections.',
		advice:
			'Nothing was sent. Check whether the address in this field begins with https:// although the server only supports http.',
	},
	'address-redirects': {
		problem: 'The server at an address of the credential redirects to another address.',
		advice:
			'The node sends no access token to another address. If the new address is correct, enter the part of it that replaces this field. If it is a page to sign in at, the session has probably ended: reconnect the credential.',
	},
	'response-lost': {
		problem: 'The response of the voice-agent service did not arrive, or not in time.',
		advice: 'Try again later. It is not known whether the request took effect.',
	},
	'response-unreadable': {
		problem: 'The response of the voice-agent service is not the documented JSON.',
		advice: "Check that 'API Base URL' in the credential is the API and not a web page.",
	},
	'operation-not-as-tool': {
		problem: 'The tool of an AI agent cannot do this.',
		advice: 'Put the node into the workflow itself, before or after the agent.',
	},
	'tool-result-empty': {
		problem: 'There is no result: nobody said anything in the conversation, or no turn matches.',
		advice: 'Ask for another conversation.',
	},
	'operation-unknown': {
		problem: 'This version of the node does not know the selected operation.',
		advice: "Select a 'Resource' and an 'Operation' from the lists.",
	},
	'unexpected-failure': {
		problem: 'An unexpected error occurred.',
		advice: 'Report it with the error code and a description of what the workflow did.',
	},
} as const satisfies Record<string, CatalogEntry>;

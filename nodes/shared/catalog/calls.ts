/** Calls to the service and to the identity server, use as a tool of an AI agent, and parameters. */
export const callErrors = {
	'server-settings-invalid': [
		"The identity server's settings do not match 'Identity Server URL'.",
		"Compare 'Identity Server URL' in the credential with the reason. If n8n reaches the identity server under another address than browsers, enter the issuer that the reason names under 'Issuer'. 'Allow Other Hosts' accepts other hosts.",
	],
	'token-invalid': [
		'The token is invalid.',
		"Correct what the reason names, or turn off 'Fail on Invalid Token' to get it as data.",
	],
	'permission-denied': [
		'The signed-in user is not allowed to do this.',
		'Connect the credential as a user who has the permission.',
	],
	'not-found': [
		'The voice-agent service does not know this address.',
		"Check 'API Base URL' in the credential: it ends before /api.",
	],
	'identity-not-found': [
		'The identity server does not know this address.',
		"Check 'Identity Server URL' in the credential, and its realm.",
	],
	'identity-unavailable': [
		'The identity server is unavailable.',
		"Try again later, and check 'Identity Server URL' in the credential and the network.",
	],
	'identity-rejected': [
		'The identity server rejected the request.',
		'Correct what its response names.',
	],
	'refresh-rejected': [
		'The identity server did not refresh the access token.',
		'Try again later. If this goes on, correct what its response names, or reconnect the credential.',
	],
	'identity-response-unreadable': [
		"The identity server's response is not the documented JSON.",
		"Check that 'Identity Server URL' in the credential is the identity server with its realm, and not a web page. A response may have at most 1 MB.",
	],
	'user-info-rejected': [
		'The identity server rejected the request for user info.',
		'Correct what its response names. If it names nothing, the token may be a lightweight token or lack the scope openid: check the application in the identity server.',
	],
	'user-info-not-trusted': [
		"The user info couldn't be verified.",
		"Nothing of it is emitted. Compare 'Identity Server URL' in the credential with the reason.",
	],
	'request-rejected': [
		'The voice-agent service rejected the request.',
		'Correct what its response names.',
	],
	'too-many-requests': [
		'The voice-agent service is receiving too many requests.',
		'Try again later, or spread the calls over time.',
	],
	'service-failed': [
		'The voice-agent service failed to process the request.',
		'Try again later. If this goes on, report it to the service.',
	],
	'service-unreachable': [
		'The voice-agent service could not be reached.',
		"This attempt sent nothing. Check 'API Base URL' in the credential and the network between n8n and the service.",
	],
	'host-not-found': [
		'A host name cannot be resolved.',
		'This attempt sent nothing. Check its spelling, and whether n8n can resolve the name.',
	],
	'certificate-not-trusted': [
		"The server's TLS certificate isn't trusted.",
		'This attempt sent nothing. Check the address. If your own authority issued the certificate, start n8n with NODE_EXTRA_CA_CERTS.',
	],
	'connection-not-encrypted': [
		"The server doesn't accept HTTPS.",
		'This attempt sent nothing. Check the port, and whether the address must begin with http://.',
	],
	'address-redirects': [
		'The server redirects to another address.',
		"Nothing is sent to another address. Enter the target's base URL in this field of the credential. If the target is a sign-in page, reconnect the credential.",
	],
	'blocked-by-ssrf-protection': [
		"n8n's SSRF protection blocked the request.",
		"This attempt sent nothing. To allow it, add the host to n8n's variable N8N_SSRF_ALLOWED_HOSTNAMES, or its address to N8N_SSRF_ALLOWED_IP_RANGES, and restart n8n. N8N_SSRF_PROTECTION_ENABLED turns the protection on.",
	],
	'proxy-sign-in-needed': [
		'The proxy between n8n and the server requires a sign-in.',
		"Set n8n's HTTP_PROXY or HTTPS_PROXY to http://user:password@host:port.",
	],
	'response-lost': [
		'No readable response of the voice-agent service arrived.',
		"Try again later, or check 'API Base URL' in the credential and the network.",
	],
	'response-unreadable': [
		"The voice-agent service's response is not the documented JSON.",
		"Check that 'API Base URL' in the credential is the API and not a web page. A response may have at most 1 MB.",
	],
	'operation-not-as-tool': [
		'Not available as a tool of an AI agent.',
		'Put the node into the workflow itself, before or after the agent.',
	],
	'tool-result-empty': [
		'There is no result: nobody said anything in the conversation, or no turn matches.',
		'Ask for another conversation.',
	],
	'parameter-invalid': [
		'The value of a parameter cannot be used.',
		'Correct the parameter or its expression. If it is an option or a filter that you do not need, remove it.',
	],
	'texts-missing': [
		'A required list of texts is empty.',
		'Enter a line for each text, or an expression that gives a list.',
	],
	'operation-unknown': [
		'This version of the node does not know the selected operation.',
		"Select a 'Resource' and an 'Operation' from the lists.",
	],
	'unexpected-failure': [
		'Something unexpected happened.',
		'Report it with the code and a description of what the workflow did.',
	],
	'execution-ended': [
		'n8n ended the execution before this node was done.',
		"Somebody stopped it, or its time limit passed: raise 'Timeout Workflow' in the settings of the workflow, or n8n's EXECUTIONS_TIMEOUT.",
	],
} as const;

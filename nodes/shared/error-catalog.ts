/** For every limit of a record (core/record/limits): the nodes add a reason, which names the limit. */
const LIMIT_EXCEEDED: CatalogEntry = [
	'The conversation record holds more than a limit allows.',
	'Check the data that was sent: no real conversation holds so much. The Deliveries page of the documentation lists the limits.',
];

/** Where `advice` names a field that the tool of an AI agent lacks, the model reads `adviceForTool`. */
export type CatalogEntry = readonly [message: string, advice: string, adviceForTool?: string];

/**
 * Every code of the nodes, and the source of `docs/errors.md`: one sentence on what happened, without values from
 * outside (the nodes add the parameter or the service's words), and how to solve the problem.
 */
export const errorCatalog = {
	// The credential and its tokens.
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
		'Remove this option and select a credential, or use neither Automatic registration nor Require.',
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
		"'Identity Server URL' is required to verify tokens.",
		'Enter it in the credential, including its realm.',
	],
	'oauth2-only': [
		'This needs an OAuth2 credential: a pasted access token cannot be refreshed or signed out.',
		"Select an OAuth2 credential under 'Credential'.",
	],

	// Calls to the service and to the identity server, use as a tool of an AI agent, and parameters.
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

	// Conversation records, and the results of operations on records.
	'item-without-record': [
		'The item holds no event and no conversation record.',

		"Connect the node that received the event; if it is the trigger, set 'Output' to Conversation or Raw, with history in the option 'Fields'. Or set 'Source' to Field and enter the field that holds the record.",
		"Give 'Conversation' the whole event or record of a call, or what the trigger made of it, as an object or as JSON text.",
	],
	'history-left-out': [
		'The item holds a conversation without its history, but this format needs the history.',
		"Let the trigger emit the field history (options 'Fields' and 'Personal Data'). Text, Markdown and notes can also be written from the field transcript.",
	],
	'too-many-turns': LIMIT_EXCEEDED,
	'too-many-elements': LIMIT_EXCEEDED,
	'too-many-keys': LIMIT_EXCEEDED,
	'name-too-long': LIMIT_EXCEEDED,
	'id-too-long': LIMIT_EXCEEDED,
	'nested-too-deep': LIMIT_EXCEEDED,
	'personal-data-in-raw': [
		"'Personal Data' is set, but 'Output' is Raw, which is the event as the service sent it.",
		"Select another 'Output', or set 'Personal Data' to Keep.",
	],
	'field-name-taken': [
		'The item already has a field or file with the name of the result.',
		"Select another name for the result, or add the option 'Result Only' to emit only the result. A second report needs a branch of its own.",
	],
	'field-name-missing': [
		'The name of the output field is empty.',
		'Enter a name, such as data, or check the result of its expression.',
	],

	// Downloads of recordings.
	'recording-missing': [
		'The conversation has no recording of this track.',
		"Select another track, or filter out conversations without a recording before this node. If the trigger's option 'Personal Data' is Leave Out, it emits no links.",
	],
	'recording-announced': [
		'The conversation was recorded, but the record holds no link to the recording yet.',
		"Take the link from a later delivery of the same conversation. The filter With Recording looks at has_audio, too: to wait for links, filter by audio_url before this node. If the trigger's option 'Personal Data' is Leave Out, it emits no links.",
	],
	'recording-expired': [
		'The link to the recording has expired.',
		'Download the recording directly after the trigger; an expired link cannot be refreshed.',
	],
	'recording-track-not-selected': [
		'No recording is selected.',
		"Select one under 'Tracks', or add one under 'URLs'.",
	],
	'recording-url-invalid': [
		'The link to the recording, or a redirect of it, is not an address, or is too long for one.',
		"Check the field that holds the link. A link without a host, such as '/1.wav', needs a credential: its 'API Base URL' has the host.",
	],
	'recording-url-scheme': [
		'The link to the recording, or a redirect of it, has a scheme that is not allowed.',
		"Only https is allowed, and http if 'API Base URL' in the credential is http or the host is in 'Allow Hosts on Private Network'; a redirect must keep the scheme.",
	],
	'recording-url-with-credentials': [
		'The link to the recording, or a redirect of it, holds a user name or a password.',
		'Nothing was sent to this address. Configure the storage to create links without them.',
	],
	'recording-url-private': [
		'The link to the recording, or a redirect of it, leads to this machine or a private network.',
		"Nothing was sent to this address. If recordings are stored there, add its host and port to the option 'Allow Hosts on Private Network'.",
	],
	'recording-redirect-invalid': [
		'The link to the recording redirects more than 5 times, or without an address.',
		'Report it to the service.',
	],
	'recording-rejected': [
		"The recording's storage rejected the request.",
		'Check the status: 401 and 403 usually mean that the link has expired, 410 that the recording was deleted.',
	],
	'recording-not-found': [
		'The storage has no recording at this link: it is not there yet, or was deleted.',
		'If the conversation has just ended, put a Wait node before this node.',
	],
	'recording-storage-unavailable': [
		"The recording's storage failed, or asks to wait.",
		"Try again later, or use 'Retry On Fail' in the settings of this node.",
	],
	'recording-not-ready': [
		'The recording is not ready yet.',
		'Wait for some seconds before this node, with a Wait node.',
	],
	'recording-not-audio': [
		'The storage sent a web page, XML, JSON or nothing instead of the recording.',
		'Open the link in a private browser window: it must play the recording, and not show a sign-in page.',
	],
	'recording-unreachable': [
		"The recording's storage could not be reached.",
		'Check the network between n8n and the storage.',
	],
	'recording-too-large': [
		"The recording is larger than 'Maximum Size'.",
		"Raise the option 'Maximum Size'.",
	],
	'recording-time-limit': [
		"The recording did not arrive within 'Time Limit'.",
		"Try again later, or raise the option 'Time Limit'.",
	],
	'recording-incomplete': [
		'The connection to the storage ended before the recording was complete.',
		"Try again later, or use 'Retry On Fail' in the settings of this node.",
	],
	'recording-not-stored': [
		'n8n could not store the recording.',
		'Check the log of n8n, and whether its storage for binary data is full.',
	],
	'recordings-not-downloaded': [
		'None of the recordings could be downloaded, for more than one reason.',
		'Look up the code of each track.',
	],

	// Registrations of webhooks.
	'n8n-too-old': [
		'In this n8n, two executions that refresh the token at once can end the sign-in.',
		'Update n8n to 2.30 or later.',
	],
	'event-name-missing': [
		'No event is named.',
		"Enter the name of an event under 'Event Names', or check the result of its expression.",
	],
	'registration-body-invalid': [
		"The 'Registration Body' cannot be sent.",
		'Correct what the reason names.',
	],
	'registration-rejected': [
		'The voice-agent service did not register the webhook.',
		"Correct what its response names. Under 'Registration Body' in this node, set the fields that it requires and leave out those that it does not allow.",
	],
	'registration-url-checked': [
		'The voice-agent service did not register the webhook: it seems to check the URL with GET or HEAD.',
		'n8n responds to these with 404. Enter the URL in the web app, and set Registration to Manual in the trigger.',
	],
	'webhook-exists': [
		'The service already has a webhook for this URL.',
		'Delete it in the web app, or set Registration to Manual in the trigger.',
	],
	'registration-response-without-id': [
		'It is not known whether the voice-agent service registered the webhook: its response holds no id.',
		'Look in the web app. If the webhook exists, set Registration to Manual in the trigger and publish: it works without its ID, and each further registration could make one more. If not, create it there.',
	],
	'registration-unconfirmed': [
		'It is not known whether the voice-agent service registered the webhook: its response was lost, leads elsewhere, or says that the server failed.',
		'Check in the web app whether the webhook exists and delete it there. After two minutes, publish again or execute the node again.',
	],
	'webhook-url-unreachable': [
		'The webhook URL points to localhost or a private network.',
		"Set WEBHOOK_URL (new versions: N8N_WEBHOOK_URL) to n8n's public URL and restart n8n.",
	],
	'webhook-url-invalid': [
		'The webhook URL is no complete http or https address, or has a space or an empty part (//) in it.',
		'Correct the address: it begins with https://, such as https://n8n.example.com/webhook/1.',
	],
	'webhook-url-missing': [
		'n8n has no webhook URL for this node.',
		'Save the workflow and publish it again.',
	],
	'webhook-url-not-https': [
		'The webhook URL uses http on a public host.',
		'Others on the network could read the data, so nothing was sent. Enter an address that begins with https://. On a private address http is allowed.',
	],
	'signature-header-invalid': [
		'The name of the signature header is not allowed in HTTP.',
		'Enter only letters, digits and dashes, such as X-Webhook-Signature.',
	],
} satisfies Record<string, CatalogEntry>;

export type ErrorCode = keyof typeof errorCatalog;

/** One thing that can go wrong: what the user reads first, and what they do about it. */
export type CatalogueEntry = {
	problem: string;
	advice: string;
};

/**
 * Every code that the nodes can show. `docs/errors.md` lists the same codes; a test compares both.
 * A problem names no value that came from outside; the service's own words are added separately.
 */
export const errorCatalogue = {
	'credential-not-connected': {
		problem: 'The Voice Agent credential is saved but not connected.',
		advice: 'Open the credential, choose "Connect" and sign in.',
	},
	'credential-missing': {
		problem: 'No Voice Agent credential is chosen in this node.',
		advice: 'Choose one under Credential, or create it there.',
	},
	'credential-address-invalid': {
		problem: 'An address in the Voice Agent credential is not an http or https address.',
		advice: 'Open the credential and correct the field named below.',
	},
	'credential-address-not-https': {
		problem:
			'An address in the Voice Agent credential is http on a public host: anybody on the way could read what is sent. Nothing was sent.',
		advice:
			'Open the credential and enter the https address in the field named below, or switch on Allow HTTP.',
	},
	'credential-field-invalid': {
		problem:
			'A field of the Voice Agent credential that deliveries are checked by is set, but not to text.',
		advice: 'Open the credential and correct the field named below, or empty it.',
	},
	'credential-field-empty': {
		problem: 'A field of the Voice Agent credential is empty, and the credential requires it.',
		advice:
			'Open the credential and fill in the field named below, or switch off what requires it: Require Signature or Require Expected Claims.',
	},
	'sign-in-expired': {
		problem: 'The sign-in of the Voice Agent credential has ended and could not be renewed.',
		advice: 'Reconnect this credential: open it and sign in again.',
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
			'Read its own words below: usually the token is for another audience than the API accepts. Check that the API and identity server addresses belong together, or connect the credential again.',
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
		advice: 'Choose an OAuth2 credential under Credential.',
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
	'identity-not-found': {
		problem: 'The identity server does not know this address.',
		advice: 'Check the Identity Server Address of the credential and its realm.',
	},
	'identity-unavailable': {
		problem: 'The identity server could not be reached or failed, or its answer was lost.',
		advice:
			'Nothing was done at the voice-agent service. Try again later, and check the Identity Server Address of the credential and the network between n8n and it.',
	},
	'identity-refused': {
		problem: 'The identity server refused the request.',
		advice: 'Read its own words below and correct what it names.',
	},
	'identity-answer-unreadable': {
		problem: 'The identity server answered with something that is not the documented JSON.',
		advice:
			'Check that the Identity Server Address of the credential is the identity server with its realm, and not a web page.',
	},
	'user-info-refused': {
		problem: 'The identity server refused to give user info for the access token.',
		advice:
			'Read its own words below. If there are none, the token may be a lightweight one, or lack the scope openid: look at the application in the identity server.',
	},
	'user-info-not-trusted': {
		problem:
			'The user info is signed, but does not verify against the keys of the identity server.',
		advice:
			'Check the Identity Server Address of the credential, and read the reason below. Nothing of it is emitted.',
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
		problem: 'The voice-agent service could not be reached, and nothing was sent.',
		advice:
			'Check the API Base Address of the credential and the network between n8n and the service.',
	},
	'host-not-found': {
		problem: 'The name of the host in an address of the credential does not resolve.',
		advice:
			'Check the spelling of the field named below, and whether n8n can resolve the name. Nothing was sent.',
	},
	'certificate-not-trusted': {
		problem: 'The certificate of the server at an address of the credential is not trusted.',
		advice:
			'Check the field named below. If the certificate comes from an authority of your own, start n8n with NODE_EXTRA_CA_CERTS. Nothing was sent.',
	},
	'connection-not-encrypted': {
		problem: 'The server at an address of the credential gave no encrypted connection.',
		advice:
			'Check in the field named below whether the address begins with https:// although the server speaks http alone. Nothing was sent.',
	},
	'address-redirects': {
		problem: 'An address of the credential redirects, which is not followed with an access token.',
		advice: 'Enter the address that it leads to, as far as it is the same below the base.',
	},
	'answer-lost': {
		problem: 'The answer of the voice-agent service did not arrive, or not in time.',
		advice: 'Try again later. Whether the request took effect is not known.',
	},
	'answer-unreadable': {
		problem: 'The voice-agent service answered with something that is not the documented JSON.',
		advice: 'Check that the API base address of the credential is the API and not a web page.',
	},
	'item-without-record': {
		problem: 'The item holds no event and no conversation record.',
		advice:
			'Connect the node that received the event, with Output set to Conversation or Raw where it is the trigger; or set Source to Field and enter the field that holds it.',
	},
	'nested-too-deep': {
		problem: 'The conversation record holds an undocumented value of more than 1,000 levels.',
		advice: 'Look at what was sent: n8n itself could not store such an item.',
	},
	'history-left-out': {
		problem: 'The item holds a conversation whose history was left out, which this format needs.',
		advice:
			'Let the trigger emit history (Options: Fields and Leave Out History). Text and Markdown can also be written from the field summary.transcript.',
	},
	'too-many-turns': {
		problem: 'The conversation record holds more than 25,000 turns.',
		advice: 'Look at what was sent; split the turns among several records if they are real.',
	},
	'too-many-elements': {
		problem:
			'The conversation record holds a list of more than 10,000 elements, more than 100 settings of a voice, or more than 250,000 values in the arguments of tools.',
		advice: 'Look at what was sent: no list of a real conversation is that long.',
	},
	'too-many-keys': {
		problem: 'The conversation record holds more than 1,000 URL parameters.',
		advice: 'Look at what was sent: no real conversation is started with that many.',
	},
	'name-too-long': {
		problem:
			'The conversation record holds a field or a URL parameter whose name has more than 1,000 characters.',
		advice: 'Look at what was sent: no name of a real conversation is that long.',
	},
	'id-too-long': {
		problem: 'The id of the conversation record takes more than 300 bytes.',
		advice: 'Look at what was sent: no id of a real conversation is that long.',
	},
	'field-name-taken': {
		problem: 'The item has a field or file of the name that the result should get.',
		advice: 'Choose another name for the result, or emit it alone: add the option Result Only.',
	},
	'field-name-missing': {
		problem: 'The name of the output field is empty.',
		advice: 'Enter a name, such as data, or check what its expression gives.',
	},
	'recording-missing': {
		problem: 'The conversation has no recording of this track.',
		advice:
			'Choose another track, or let only conversations with a recording through before this node.',
	},
	'recording-expired': {
		problem: 'The link to the recording has expired.',
		advice: 'Download right behind the trigger; an expired link cannot be renewed from here.',
	},
	'recording-track-not-chosen': {
		problem: 'No recording is chosen.',
		advice: 'Choose one under Tracks, or add one under URLs.',
	},
	'recording-url-invalid': {
		problem: 'The link to the recording is not an address.',
		advice: 'Check the field that the link comes from.',
	},
	'recording-url-scheme': {
		problem: 'The link to the recording, or a redirect of it, has a scheme that is not allowed.',
		advice:
			'Only https is, or http where the API base address of the credential is http; a redirect must keep the scheme.',
	},
	'recording-url-with-credentials': {
		problem: 'The link to the recording, or a redirect of it, holds a user name or a password.',
		advice: 'Have the storage hand out links without them; nothing was sent to this address.',
	},
	'recording-url-private': {
		problem:
			'The link to the recording, or a redirect of it, leads to this machine or a private network.',
		advice:
			"Only the API base's own host and port may be private; nothing was sent to this address.",
	},
	'recording-redirect-invalid': {
		problem: 'The link to the recording redirects more than 5 times, or without an address.',
		advice: 'Report it to the service.',
	},
	'recording-refused': {
		problem: 'The storage of the recording refused to hand it out.',
		advice:
			'Look at the status: 401, 403, 404 and 410 usually mean that the link has expired or the recording was deleted.',
	},
	'recording-unreachable': {
		problem: 'The storage of the recording could not be reached.',
		advice:
			"Check the network between n8n and the storage, and whether n8n's SSRF protection keeps it away.",
	},
	'recording-too-large': {
		problem: 'The recording is larger than the maximum size.',
		advice: 'Raise the option Maximum Size.',
	},
	'recording-time-limit': {
		problem: 'The recording did not arrive within the time limit.',
		advice: 'Try again later, or raise the option Time Limit.',
	},
	'recording-incomplete': {
		problem: 'The connection to the storage ended before the recording was complete.',
		advice: 'Try again, by Retry on Fail in the settings of this node or later.',
	},
	'recording-not-stored': {
		problem: 'n8n could not store the recording.',
		advice: 'Look in the log of n8n, and whether its storage for binary data is full.',
	},
	'recordings-not-downloaded': {
		problem: 'None of the recordings could be downloaded, for more than one reason.',
		advice: 'Look up the code of each track, named below.',
	},
	'operation-not-as-tool': {
		problem: 'This cannot be done by the tool of an AI agent.',
		advice: 'Put the node into the workflow itself, before or after the agent.',
	},
	'tool-result-empty': {
		problem: 'There is nothing to tell: nothing was said in the conversation, or no turn fits.',
		advice: 'Ask for another conversation.',
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
			'Look in the web application whether the webhook exists and delete it there, then publish again after two minutes.',
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
			"Set n8n's environment variable WEBHOOK_URL (new versions: N8N_WEBHOOK_URL) to its public address and restart n8n, or switch on the option Allow Private Webhook URL.",
	},
	'webhook-url-invalid': {
		problem: 'The webhook URL is not an http or https address.',
		advice: 'Enter the full address, beginning with https://.',
	},
	'webhook-url-not-https': {
		problem: 'The webhook URL is http, and strangers could read on the way what is sent to it.',
		advice: 'Enter an address that begins with https://. On a private address http is allowed.',
	},
	'signature-header-invalid': {
		problem: 'The name of the signature header is not one that HTTP allows.',
		advice: 'Enter letters, digits and dashes only, such as X-Webhook-Signature.',
	},
	'webhook-url-missing': {
		problem: 'n8n has no webhook URL for this node.',
		advice: 'Save the workflow and publish it again.',
	},
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Downloads of recordings. */
export const recordingErrors = {
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
} as const;

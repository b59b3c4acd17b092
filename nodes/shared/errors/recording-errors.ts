import type { CatalogEntry } from './catalog-entry';

/** Downloads of recordings. */
export const recordingErrors = {
	'recording-missing': {
		message: 'The conversation has no recording of this track.',
		advice:
			'Select another track, or filter out conversations without a recording before this node.',
	},
	'recording-expired': {
		message: 'The link to the recording has expired.',
		advice:
			'Download the recording directly after the trigger; an expired link cannot be refreshed.',
	},
	'recording-track-not-selected': {
		message: 'No recording is selected.',
		advice: "Select one under 'Tracks', or add one under 'URLs'.",
	},
	'recording-url-invalid': {
		message: 'The link to the recording is not an address.',
		advice: 'Check the field that holds the link.',
	},
	'recording-url-scheme': {
		message: 'The link to the recording, or a redirect of it, has a scheme that is not allowed.',
		advice:
			"Only https is allowed, and http if 'API Base URL' in the credential is http or the host is in 'Allow Hosts on Private Network'; a redirect must keep the scheme.",
	},
	'recording-url-with-credentials': {
		message: 'The link to the recording, or a redirect of it, holds a user name or a password.',
		advice: 'Nothing was sent to this address. Configure the storage to create links without them.',
	},
	'recording-url-private': {
		message:
			'The link to the recording, or a redirect of it, leads to this machine or a private network.',
		advice:
			"Nothing was sent to this address. If recordings are stored there, add its host and port to the option 'Allow Hosts on Private Network'.",
	},
	'recording-redirect-invalid': {
		message: 'The link to the recording redirects more than 5 times, or without an address.',
		advice: 'Report it to the service.',
	},
	'recording-rejected': {
		message: "The recording's storage rejected the request.",
		advice:
			'Check the status: 401, 403, 404 and 410 usually mean that the link has expired or the recording was deleted.',
	},
	'recording-not-ready': {
		message: 'The recording is not ready yet.',
		advice: 'Wait for some seconds before this node, with a Wait node.',
	},
	'recording-not-audio': {
		message: 'The storage sent a web page, XML, JSON or nothing instead of the recording.',
		advice:
			'Open the link in a private browser window: it must play the recording, and not show a sign-in page.',
	},
	'recording-unreachable': {
		message: "The recording's storage could not be reached.",
		advice:
			"Check the network between n8n and the storage, and whether n8n's SSRF protection blocks it.",
	},
	'recording-too-large': {
		message: "The recording is larger than 'Maximum Size'.",
		advice: "Raise the option 'Maximum Size'.",
	},
	'recording-time-limit': {
		message: "The recording did not arrive within 'Time Limit'.",
		advice: "Try again later, or raise the option 'Time Limit'.",
	},
	'recording-incomplete': {
		message: 'The connection to the storage ended before the recording was complete.',
		advice: "Try again later, or use 'Retry on Fail' in the settings of this node.",
	},
	'recording-not-stored': {
		message: 'n8n could not store the recording.',
		advice: 'Check the log of n8n, and whether its storage for binary data is full.',
	},
	'recordings-not-downloaded': {
		message: 'None of the recordings could be downloaded, for more than one reason.',
		advice: 'Look up the code of each track.',
	},
} as const satisfies Record<string, CatalogEntry>;

import type { CatalogEntry } from './catalog-entry';

/** Registrations of webhooks. */
export const registrationErrors = {
	'n8n-too-old': {
		message: 'This n8n answers a call before it stores it, so conversations could be lost.',
		advice: 'Update n8n to 2.20 or later.',
	},
	'registration-body-invalid': {
		message: "The 'Registration Body' cannot be sent.",
		advice: 'Correct what the reason names.',
	},
	'registration-rejected': {
		message: 'The voice-agent service did not register the webhook.',
		advice:
			"Correct what its response names. You can set the fields that it requires under 'Registration Body' in this node.",
	},
	'webhook-exists': {
		message: 'The service already has a webhook for this URL.',
		advice: 'Delete it in the web app, or set Registration to Manual in the trigger.',
	},
	'registration-response-without-id': {
		message: 'The voice-agent service registered the webhook, but returned no id.',
		advice:
			'Check in the web app whether the webhook exists and delete it there. Publish again after two minutes.',
	},
	'registration-outcome-unknown': {
		message:
			'It is not known whether the voice-agent service registered the webhook: its response was lost.',
		advice:
			'Check in the web app whether the webhook exists and delete it there. Publish again after two minutes.',
	},
	'webhook-url-unreachable': {
		message: 'The webhook URL points to localhost or a private network.',
		advice:
			"Set WEBHOOK_URL (new versions: N8N_WEBHOOK_URL) to n8n's public URL and restart n8n, or turn on 'Allow Private Webhook URL'.",
	},
	'webhook-url-invalid': {
		message: 'The webhook URL is not an http or https address.',
		advice: 'Enter the full address, beginning with https://.',
	},
	'webhook-url-missing': {
		message: 'n8n has no webhook URL for this node.',
		advice: 'Save the workflow and publish it again.',
	},
	'webhook-url-not-https': {
		message: 'The webhook URL uses http on a public host.',
		advice:
			'Others on the network could read the data, so nothing was sent. Enter an address that begins with https://. On a private address http is allowed.',
	},
	'signature-header-invalid': {
		message: 'The name of the signature header is not allowed in HTTP.',
		advice: 'Enter only letters, digits and dashes, such as X-Webhook-Signature.',
	},
} as const satisfies Record<string, CatalogEntry>;

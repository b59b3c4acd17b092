import type { CatalogEntry } from './catalog-entry';

/** Registrations of webhooks. */
export const registrationErrors = {
	'n8n-too-old': {
		problem: 'This n8n answers a call before it stores it, so conversations could be lost.',
		advice: 'Update n8n to 2.20 or later.',
	},
	'registration-body-invalid': {
		problem: "The 'Registration Body' cannot be sent.",
		advice: 'Correct the parameter named below.',
	},
	'registration-rejected': {
		problem: 'The voice-agent service did not register the webhook.',
		advice:
			"Read its message below. You can set the fields that it requires under 'Registration Body' in this node.",
	},
	'webhook-exists': {
		problem: 'The service already has a webhook for this URL.',
		advice: 'Delete it in the web app, or set Registration to Manual in the trigger.',
	},
	'registration-response-without-id': {
		problem:
			'The voice-agent service accepted the registration but returned no id, so the node cannot remember it.',
		advice:
			'Check in the web app whether the webhook exists and delete it there. Publish again after two minutes.',
	},
	'registration-outcome-unknown': {
		problem:
			'It is not known whether the voice-agent service registered the webhook: its response was lost.',
		advice:
			'Check in the web app whether the webhook exists and delete it there. Publish again after two minutes.',
	},
	'webhook-url-unreachable': {
		problem: 'The voice-agent service cannot reach the webhook URL of this n8n.',
		advice:
			"Set n8n's environment variable WEBHOOK_URL (new versions: N8N_WEBHOOK_URL) to its public address and restart n8n, or switch on the option 'Allow Private Webhook URL'.",
	},
	'webhook-url-invalid': {
		problem: 'The webhook URL is not an http or https address.',
		advice: 'Enter the full address, beginning with https://.',
	},
	'webhook-url-missing': {
		problem: 'n8n has no webhook URL for this node.',
		advice: 'Save the workflow and publish it again.',
	},
	'webhook-url-not-https': {
		problem: 'The webhook URL uses http on a public host.',
		advice:
			'Others on the network could read the data, so nothing was sent. Enter an address that begins with https://. On a private address http is allowed.',
	},
	'signature-header-invalid': {
		problem: 'The name of the signature header is not allowed in HTTP.',
		advice: 'Enter only letters, digits and dashes, such as X-Webhook-Signature.',
	},
} as const satisfies Record<string, CatalogEntry>;

/** Registrations of webhooks. */
export const registrationErrors = {
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
		'Correct the address. It must be as complete as https://n8n.example.com/webhook/1.',
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
} as const;

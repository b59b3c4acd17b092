import type { INodeTypeDescription } from 'n8n-workflow';

/** What the node's panel says before the first event. */
export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Wait for a finished conversation',
	executionsHelp: {
		inactive:
			"To build before anybody has called, add a Voice Agent node with Conversation → Create Sample. Choose <i>Execute step</i>, then finish a conversation with one of your voice agents: it shows up here. The first time, n8n registers this node's test URL with the service, which keeps it; where Registration is Manual, enter the test URL in the web application yourself. <b>Publish</b> the workflow to have every finished conversation start it.",
		active:
			"Every finished conversation starts this workflow; see <a data-key='executions'>executions</a>. Choose <i>Execute step</i> to catch one here while you build.",
	},
	activationHint:
		'Publish this workflow to have every finished conversation start it. The webhook is registered once; where Registration is Manual, by you.',
};

const IS_REQUIRED = '$parameter["verifyDeliveries"] === "required"';
const IS_OFF = '$parameter["verifyDeliveries"] === "off"';

/** Where a setting can do harm, or protects less than it could. */
export const hints: NonNullable<INodeTypeDescription['hints']> = [
	{
		message:
			'Report refuses no delivery for its token. Once delivery.valid is true for the deliveries of the service, Required is recommended under Verify Deliveries.',
		type: 'info',
		location: 'outputPane',
		displayCondition: `={{ !(${IS_REQUIRED}) && !(${IS_OFF}) }}`,
		whenToDisplay: 'always',
	},
	{
		message:
			'Tokens are not looked at. Without a signing secret in the credential, anybody who learns the webhook URL can start this workflow.',
		type: 'warning',
		location: 'outputPane',
		displayCondition: `={{ ${IS_OFF} }}`,
		whenToDisplay: 'always',
	},
	{
		message:
			'Required only proves that the identity server issued the token. Set an expected client or subject in the credential; otherwise any account of the realm can send deliveries.',
		type: 'info',
		location: 'outputPane',
		displayCondition: `={{ ${IS_REQUIRED} }}`,
		whenToDisplay: 'always',
	},
	{
		message: 'session_token is a secret. It now stands in every saved execution of this workflow.',
		type: 'warning',
		location: 'outputPane',
		displayCondition: '={{ $parameter["options"]["includeSessionToken"] === true }}',
		whenToDisplay: 'always',
	},
];

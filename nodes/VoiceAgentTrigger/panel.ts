import type { INodeTypeDescription } from 'n8n-workflow';

/** What the node's panel says before the first event. */
export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Wait for a finished conversation',
	executionsHelp: {
		inactive:
			"To build before anybody has called, add a Voice Agent node with Conversation → Create Sample. Choose <i>Execute step</i>, then finish a conversation with one of your voice agents: it shows up here, or why it was held back. The first time, n8n registers this node's test URL with the service, which keeps it; where Registration is Manual, enter the test URL in the web application yourself. <b>Publish</b> the workflow to have finished conversations start it, except those that filters hold back.",
		active:
			"Finished conversations start this workflow, except those that filters hold back; see <a data-key='executions'>executions</a>. Choose <i>Execute step</i> to catch one here while you build.",
	},
	activationHint:
		'Publish this workflow to have finished conversations start it, except those that filters hold back. The webhook is registered once; where Registration is Manual, by you. Publishing with other events registers a second webhook, and the first stays at the service.',
};

const IS_REQUIRED = '$parameter["verifyDeliveries"] === "required"';
const IS_OFF = '$parameter["verifyDeliveries"] === "off"';
const HAS_FILTERS = 'Object.keys($parameter["filters"] ?? {}).length > 0';

/** Where a setting can do harm, protects less than it could, or holds back what somebody waits for. */
export const hints: NonNullable<INodeTypeDescription['hints']> = [
	{
		message:
			"Filters are set: a conversation that they hold back starts nothing. n8n's log says why; add Options, Emit What Is Held Back to see it here.",
		type: 'info',
		location: 'outputPane',
		displayCondition: `={{ ${HAS_FILTERS} }}`,
		whenToDisplay: 'always',
	},
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
		message:
			'Events under Options only filters what arrives: the webhook is registered for ConversationComplete. To have the service send other events, set Trigger On to Other Events.',
		type: 'info',
		location: 'outputPane',
		displayCondition:
			'={{ $parameter["triggerOn"] !== "otherEvents" && $parameter["options"]["events"] !== undefined }}',
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

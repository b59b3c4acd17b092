import type { INodeTypeDescription } from 'n8n-workflow';
import { outputOptions } from '../shared';

/** n8n shows it at once after publishing starts, so it must be true before publishing has succeeded. */
export const ACTIVATION_MESSAGE =
	'Once n8n has published the workflow, finished conversations start it, except those that its filters discard. If publishing fails, n8n shows why.';

/**
 * The editor does not leave the first tab of an open panel, so a text has to lead to the second one.
 * Without the option Output Discarded Deliveries the second output has no name there but its number.
 */
const WHILE_LISTENING =
	'n8n listens for two minutes. If the first tab of the output stays empty, the second one, 2 Branch or Discarded, says why the conversation starts nothing.';

/** What the node's panel says before the first event. */
export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Wait for a finished conversation',
	executionsHelp: {
		inactive: `Select <i>Execute step</i>, then finish a conversation with one of your voice agents. It shows up here. ${WHILE_LISTENING} The first time, the node registers its test URL with the service, and the service keeps it. If Registration is Manual, enter the test URL in the web app yourself.<br /><br />To build before the first call, add a Voice Agent node with Conversation → Create Sample.<br /><br /><b>Publish</b> the workflow when it is ready: finished conversations then start it, except those that filters discard.`,
		active: `Once n8n has published this workflow, finished conversations start it, except those that filters discard. See its <a data-key='executions'>executions</a>. Select <i>Execute step</i> to catch a conversation here while you build. ${WHILE_LISTENING} To test the Production URL without a call, run Webhook → Send Test Event in a Voice Agent node.`,
	},
	activationHint: `${WHILE_LISTENING}<br /><br />Publish this workflow: finished conversations then start it, except those that filters discard.`,
};

const IS_OFF = '$parameter["verifyDeliveries"] === "off"';
const HAS_FILTERS = 'Object.keys($parameter["filters"] ?? {}).length > 0';

const OUTPUT_NAMES = Object.fromEntries(outputOptions.map(({ name, value }) => [value, name]));

/** What the canvas shows below the node's name: the output, and whether filters are set. */
export const SUBTITLE = `={{ (${JSON.stringify(OUTPUT_NAMES)})[$parameter["output"]] + (${HAS_FILTERS} ? ", filtered" : "") }}`;

/** Only where a setting can do harm: what stays on the screen whatever the user does is not read. */
export const hints: NonNullable<INodeTypeDescription['hints']> = [
	{
		message:
			'Tokens are not checked. Without a signing secret in the credential, anyone who learns the webhook URL can start this workflow.',
		type: 'warning',
		location: 'outputPane',
		displayCondition: `={{ ${IS_OFF} }}`,
		whenToDisplay: 'always',
	},
];

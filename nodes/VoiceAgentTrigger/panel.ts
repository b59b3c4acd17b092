import type { INodeTypeDescription } from 'n8n-workflow';
import { outputOptions } from '../shared/output-fields';

/** n8n shows this text when publishing starts, so the text must be true before publishing has succeeded. */
export const ACTIVATION_MESSAGE =
	'Once published, this workflow runs for each finished conversation that passes its filters.';

/** The editor does not leave the first tab of an open panel, so a text has to lead to the second one. */
const WHILE_LISTENING =
	'n8n listens for two minutes. If a call arrives but does not start the workflow, the second tab of the output, Discarded Branch, says why.';

/** n8n previews the fields of an action that has not run, but not those of a trigger. */
const WITHOUT_CALLS =
	'To map fields before the first call, add <i>Voice Agent → Create sample conversation</i> behind this node (three clicks): the next node can drag its fields. Do not run it, because a run waits for a call. It may stay: real calls pass unchanged.';

export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Wait for a finished conversation',
	executionsHelp: {
		inactive: `${WITHOUT_CALLS}<br /><br />Or select <i>Execute step</i>, then finish a conversation with a voice agent. ${WHILE_LISTENING} The node registers its test URL with the service first. If 'Registration' is Manual, enter that URL in the web app.<br /><br />${ACTIVATION_MESSAGE}`,
		active: `${ACTIVATION_MESSAGE} See its <a data-key='executions'>executions</a>; a call that a filter discards is not there, but Options → Output Discarded Deliveries shows it.<br /><br />To catch a conversation here, select <i>Execute step</i>. ${WHILE_LISTENING}<br /><br />No calls yet? Run Webhook → Send Test Event in a Voice Agent node: it sends one to the Production URL.`,
	},
	activationHint: `${WHILE_LISTENING}<br /><br />${ACTIVATION_MESSAGE}`,
};

const HAS_FILTERS = 'Object.keys($parameter["filters"] ?? {}).length > 0';

const OUTPUT_NAMES = Object.fromEntries(outputOptions.map(({ name, value }) => [value, name]));

/** Below the node's name on the canvas: `Simplified, filtered`. */
export const TRIGGER_SUBTITLE = `={{ (${JSON.stringify(OUTPUT_NAMES)})[$parameter["output"]] + (${HAS_FILTERS} ? ", filtered" : "") }}`;

/** One hint, for the setting that can do harm: users stop reading permanent hints. */
export const hints: NonNullable<INodeTypeDescription['hints']> = [
	{
		message:
			'Tokens are not checked. Without a signing secret in the credential, anyone who learns the webhook URL can start this workflow.',
		type: 'warning',
		location: 'outputPane',
		displayCondition: '={{ $parameter["verifyDeliveries"] === "off" }}',
		whenToDisplay: 'always',
	},
];

/** Discarded deliveries have an output of their own: nodes behind the first one must not run on them. */
export const triggerOutputs: INodeTypeDescription['outputs'] = `={{ $parameter["options"]["outputDiscarded"] === true ? ["main", "main"] : ["main"] }}`;

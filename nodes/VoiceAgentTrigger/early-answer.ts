import { isTriggerLikeNode, type IHookFunctions, type INodeTypeDescription } from 'n8n-workflow';

/**
 * Whether n8n answers a delivery before it has stored the execution, as all before 2.8.0 do. A node
 * cannot read n8n's version, but n8n-workflow exports this function from the same version on.
 */
const ANSWERS_EARLY = typeof isTriggerLikeNode !== 'function';

/** No more than n8n's own Webhook node can promise there. */
const WARNING =
	'This version of n8n answers a delivery before it stores the execution. If storing fails, the conversation is lost, and a repeated delivery counts as a duplicate. n8n 2.8 and later store first. To let a repeated delivery run, set Ignore Duplicates to Off and add a Remove Duplicates node after this one.';

/** Says so beside the node's output, as far as an n8n this old shows hints. */
export const earlyAnswerHints: NonNullable<INodeTypeDescription['hints']> = ANSWERS_EARLY
	? [{ message: WARNING, type: 'warning', location: 'outputPane', whenToDisplay: 'always' }]
	: [];

/** Says so in n8n's log when the workflow is published. */
export function logEarlyAnswer(context: IHookFunctions): void {
	if (!ANSWERS_EARLY || context.getActivationMode() === 'manual') return;
	context.logger.warn(`Voice Agent Trigger: ${WARNING}`, {
		node: context.getNode().name,
		workflowId: context.getWorkflow().id,
	});
}

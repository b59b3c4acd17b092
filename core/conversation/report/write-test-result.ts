import type { Conversation } from '../conversation';
import { html, type Html } from './html';

/** How the agent test ended; empty if the conversation was none. */
export function writeTestResult(conversation: Conversation): Html {
	const { success, reasons, completion_reason: completion } = conversation.test_eval_result;
	const status = conversation.test_status;
	if (success === null && reasons === null && completion === null && status === null) return html``;
	const outcome = success === null ? 'No outcome' : success ? 'Passed' : 'Failed';
	const details = [status, completion].filter((detail) => detail !== null && detail !== '');
	const list = (reasons ?? []).map((reason) => html`<li>${reason}</li>`);
	const detail = details.length === 0 ? '' : ` (${details.join(', ')})`;
	return html`<h2>Agent test</h2><p><span class="outcome">${outcome}</span>${detail}</p>${list.length === 0 ? '' : html`<ul>${list}</ul>`}`;
}

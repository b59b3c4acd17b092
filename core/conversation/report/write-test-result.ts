import type { Conversation } from '../conversation';
import { escapeHtml } from './escape-html';

/** How the agent test ended; empty where the conversation was none. */
export function writeTestResult(conversation: Conversation): string {
	const { success, reasons, completion_reason: completion } = conversation.test_eval_result;
	const status = conversation.test_status;
	if (success === null && reasons === null && completion === null && status === null) return '';
	const outcome = success === null ? 'No outcome' : success ? 'Passed' : 'Failed';
	const details = [status, completion].filter((detail) => detail !== null && detail !== '');
	const list = (reasons ?? []).map((reason) => `<li>${escapeHtml(reason)}</li>`).join('');
	const detail = details.map((text) => escapeHtml(text ?? '')).join(', ');
	return `<h2>Agent test</h2><p><span class="outcome">${outcome}</span>${detail === '' ? '' : ` (${detail})`}</p>${list === '' ? '' : `<ul>${list}</ul>`}`;
}

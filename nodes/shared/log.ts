import { quoteText } from '../../core/text';
import type { NodeContext } from './errors';

/** Users choose names; the service and the identity server choose ids and claims: of any length. */
const MAX_SHOWN_CHARACTERS = 200;

export function quote(text: string): string {
	return quoteText(text, MAX_SHOWN_CHARACTERS);
}

/** n8n prints only the message: workflow and node stand in it, and `text` must say the rest. */
export function log(context: NodeContext, level: 'info' | 'warn', text: string): void {
	const { id, name } = context.getWorkflow();
	const workflow = [quote(name ?? ''), id].filter(Boolean).join(' ');
	const node = quote(context.getNode().name);
	const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
	context.logger[level](`Voice Agent: workflow ${workflow}, node ${node}: ${line}`);
}

import { quoteText } from '../../core/text';
import type { NodeContext } from './errors';

/** Names are the user's, ids and texts of tokens the service's or the identity server's: of any length. */
const MAX_SHOWN_CHARACTERS = 200;

/** The workflow and the node, by which a process remembers what it did for them. */
export function identifyNode(context: NodeContext): string {
	return `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
}

/** A name, an id or a claim for a line of the log. None of them is a secret. */
export function quote(text: string): string {
	return quoteText(text, MAX_SHOWN_CHARACTERS);
}

/** n8n prints nothing but the message: the text says which webhook, which reason or code, and what to do. */
export function log(context: NodeContext, level: 'info' | 'warn', text: string): void {
	const { id, name } = context.getWorkflow();
	const workflow = [quote(name ?? ''), id].filter(Boolean).join(' ');
	const node = quote(context.getNode().name);
	const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
	context.logger[level](`Voice Agent: workflow ${workflow}, node ${node}: ${line}`);
}

import type { IExecuteFunctions } from 'n8n-workflow';

/** What was said already in an execution of the node: many items may have the same to say. */
const said = new WeakMap<IExecuteFunctions, Set<string>>();

/** Shows a hint beside the output of this execution, once. */
export function addHint(context: IExecuteFunctions, message: string): void {
	const messages = said.get(context) ?? new Set();
	said.set(context, messages);
	if (messages.has(message)) return;
	messages.add(message);
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
}

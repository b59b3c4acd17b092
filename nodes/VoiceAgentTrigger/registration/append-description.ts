import type { IHookFunctions } from 'n8n-workflow';
import { toNodeError } from '../../shared';

/**
 * Runs a hook so that its error says everything in the message. Where publishing fails n8n shows the
 * message alone: without this, the service's own words, the field at fault and the error code, which
 * stand in the description, would never be seen.
 */
export async function appendDescription<T>(
	context: IHookFunctions,
	hook: (context: IHookFunctions) => Promise<T>,
): Promise<T> {
	try {
		return await hook(context);
	} catch (thrown) {
		const error = toNodeError(context.getNode(), thrown);
		const { description, message } = error;
		// A registration whose outcome is unknown throws the same error at each of n8n's attempts.
		const isTold = typeof description !== 'string' || message.includes(description);
		if (!isTold) error.message = `${message} ${description}`;
		throw error;
	}
}

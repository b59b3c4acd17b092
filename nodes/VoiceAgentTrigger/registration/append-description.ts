import type { IHookFunctions } from 'n8n-workflow';
import { toPublishingError } from '../../shared';

/** Runs a hook so its error says everything in the message. */
export async function appendDescription<T>(
	context: IHookFunctions,
	hook: (context: IHookFunctions) => Promise<T>,
): Promise<T> {
	try {
		return await hook(context);
	} catch (thrown) {
		throw toPublishingError(context.getNode(), thrown);
	}
}

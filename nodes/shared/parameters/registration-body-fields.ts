import type { INodeProperties } from 'n8n-workflow';
import { buildRegistrationBody, DEFAULT_REGISTRATION_BODY } from '../../../core';
import { throwNodeError } from '../errors/node-errors';
import type { NodeContext } from '../node-context';

/**
 * The body of a registration, whose fields the interface document does not show (2.3), for the Options
 * collection of both nodes.
 */
export const registrationBodyField: INodeProperties = {
	displayName: 'Registration Body',
	name: 'registrationBody',
	type: 'json',
	default: DEFAULT_REGISTRATION_BODY,
	description:
		'JSON that registers the webhook. The node fills in %WEBHOOK_URL% and %EVENT%. In a list, "%EVENT%" becomes one element for each event.',
};

/** Builds the body of a registration from what that field holds; throws if it gives no usable body. */
export function createRegistrationBody(
	context: NodeContext,
	webhookUrl: string,
	body: unknown,
	events?: readonly string[],
	itemIndex?: number,
): Record<string, unknown> {
	const built = buildRegistrationBody({ webhookUrl, events, body });
	if (!built.success) {
		throwNodeError(context, 'registration-body-invalid', {
			itemIndex,
			detail: `Reason: ${built.error.message}`,
		});
	}
	return built.body;
}

/**
 * What to change if the service rejects a registration for several events, which it may not take.
 * @param field name of the parameter that holds the events
 */
export function adviseOnEvents(events: readonly string[], field: string): string | undefined {
	if (events.length < 2) return undefined;
	return `The registration names ${events.length} events. If the service accepts only one, leave one in ${field}, or enter a body that it accepts in Options → Registration Body`;
}

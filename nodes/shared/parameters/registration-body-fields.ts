import type { INodeProperties } from 'n8n-workflow';
import { buildRegistrationBody } from '../../../core';
import { throwNodeError } from '../errors/node-errors';
import type { NodeContext } from '../node-context';

/**
 * The fields of the registration's body, which the interface document does not show (2.3): all of
 * them can be set. For the Options collection of both nodes.
 */
export const registrationBodyFields: INodeProperties[] = [
	{
		displayName: 'Registration Body: Extra Fields',
		name: 'extraFields',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. {"name": "n8n"}',
		description: 'JSON object with fields to add to the registration body',
	},
	{
		displayName: 'Registration Body: URL Field',
		name: 'urlFieldName',
		type: 'string',
		default: 'url',
		description: 'Name of the field that holds the webhook URL',
	},
	{
		displayName: 'Registration Body: Whole Body',
		name: 'wholeBody',
		type: 'json',
		default: '',
		placeholder: 'e.g. {"callback": "%WEBHOOK_URL%", "event": "%EVENT%"}',
		description:
			'JSON that replaces the whole registration body. The node fills in %WEBHOOK_URL% and %EVENT%. In a list, "%EVENT%" becomes one element for each event.',
	},
];

/** Builds the body of a registration from those fields; throws if they give no usable body. */
export function createRegistrationBody(
	context: NodeContext,
	webhookUrl: string,
	fields: { urlFieldName?: unknown; extraFields?: unknown; wholeBody?: unknown },
	events?: readonly string[],
	itemIndex?: number,
): Record<string, unknown> {
	const built = buildRegistrationBody({
		webhookUrl,
		events,
		urlFieldName: typeof fields.urlFieldName === 'string' ? fields.urlFieldName : undefined,
		extraFields: fields.extraFields,
		wholeBody: fields.wholeBody,
	});
	if (!built.success) {
		throwNodeError(context, 'registration-body-invalid', {
			itemIndex,
			detail: built.error.message,
		});
	}
	return built.body;
}

/**
 * What to change if the service refuses a registration for several events, which it may not take.
 * @param field name of the parameter that holds the events
 */
export function adviseOnEvents(events: readonly string[], field: string): string | undefined {
	if (events.length < 2) return undefined;
	return `The registration names ${events.length} events. If the service accepts only one, leave one in ${field}, or enter a body that it accepts in Options → Registration Body: Whole Body`;
}

import type { IExecuteFunctions } from 'n8n-workflow';
import { readText, throwNodeError } from '../../shared';

/** The name that the user gave to a field of the output, trimmed; throws if it is blank. */
export function readFieldName(
	context: IExecuteFunctions,
	itemIndex: number,
	parameter: string,
): string {
	const name = readText(context.getNodeParameter(parameter, itemIndex));
	if (name !== undefined) return name;
	throwNodeError(context, 'field-name-missing', { itemIndex });
}

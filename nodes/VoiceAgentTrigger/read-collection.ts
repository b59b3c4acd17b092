import type { IDataObject, IHookFunctions } from 'n8n-workflow';

/** A collection of the trigger's parameters as an object, empty where it is none. */
export function readCollection(
	context: Pick<IHookFunctions, 'getNodeParameter'>,
	name: 'options' | 'filters',
): IDataObject {
	const collection = context.getNodeParameter(name, {});
	return typeof collection === 'object' && collection !== null ? { ...collection } : {};
}

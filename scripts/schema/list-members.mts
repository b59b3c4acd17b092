import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** What can be selected in a list; none for any other parameter. */
export function listChoices(parameter: INodeProperties): INodePropertyOptions[] {
	return (parameter.options ?? []).filter(
		(option): option is INodePropertyOptions => 'value' in option,
	);
}

/** The parameters inside a collection. */
export function listMembers(parameter: INodeProperties): INodeProperties[] {
	return (parameter.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
}

import type { INodeProperties, NodeParameterValue } from 'n8n-workflow';
import { listChoices, listMembers } from './list-members.mts';

/** These say to which operation a parameter belongs: the page's headings do so. */
const OF_THE_HEADING = ['resource', 'operation'];

/** When the editor shows a parameter, as sentences; none if it always does. */
export function describeCondition(
	{ displayOptions }: INodeProperties,
	all: readonly INodeProperties[],
): string[] {
	const shown = describeRules(displayOptions?.show, all);
	const hidden = describeRules(displayOptions?.hide, all);
	return [
		...(shown.length > 0 ? [`Only with ${shown.join(' and ')}.`] : []),
		...(hidden.length > 0 ? [`Not with ${hidden.join(' or ')}.`] : []),
	];
}

function describeRules(
	rules: Record<string, unknown> | undefined,
	all: readonly INodeProperties[],
): string[] {
	return Object.entries(rules ?? {}).flatMap(([rule, values]) => {
		const name = rule.replace(/^\//, '');
		if (OF_THE_HEADING.includes(name) || !Array.isArray(values)) return [];
		if (name === '@tool') return ['an AI agent that uses the node as a tool'];
		const parameter = findParameter(name, all);
		if (parameter === undefined) throw new Error(`A condition names ${name}, which is not there`);
		const named = values.map((value) => nameValue(parameter, value));
		return [`${parameter.displayName}: ${named.join(' or ')}`];
	});
}

function findParameter(name: string, all: readonly INodeProperties[]): INodeProperties | undefined {
	return [...all, ...all.flatMap(listMembers)].find((parameter) => parameter.name === name);
}

function nameValue(parameter: INodeProperties, value: NodeParameterValue): string {
	const choice = listChoices(parameter).find((option) => option.value === value);
	if (choice !== undefined) return choice.name;
	return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

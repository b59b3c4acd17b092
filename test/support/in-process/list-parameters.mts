import {
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	NodeHelpers,
} from 'n8n-workflow';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';

/** A parameter or an entry of a collection. */
export interface Parameter {
	type: 'voiceAgent' | 'voiceAgentTool' | 'voiceAgentTrigger';
	property: INodeProperties;
	/** Names from the parameter down; a number is an entry of a list. */
	path: Array<string | number>;
	/** What has to be chosen before the editor shows it. */
	shownBy: INodeParameters;
	/** The declarations of the collections around it, outermost first. */
	around: INodeProperties[];
}

/** Such as `voiceAgent getTranscript format`. The tool of an AI agent is `voiceAgentTool`. */
export const nameParameter = ({ type, path, shownBy: { operation = '' } }: Parameter): string =>
	[type, operation, path.join('.')].filter(Boolean).join(' ');

type Field = NonNullable<INodeProperties['options']>[number];

const isGroup = (field: Field): field is INodePropertyCollection => 'values' in field;
const isProperty = (field: Field): field is INodeProperties => 'type' in field;

/** The values of a parameter's choices. */
export const listChoices = ({ options = [] }: INodeProperties) =>
	options.flatMap((option) => ('value' in option ? [option] : []));

/** The same parameters with this value at this place. */
export function setParameter(
	within: unknown,
	[name, ...path]: Parameter['path'],
	value: unknown,
): INodeParameters {
	if (name === undefined) return Object(value);
	const copy = typeof name === 'number' ? [...Object(within ?? [])] : { ...Object(within) };
	copy[name] = path.length === 0 ? value : setParameter(copy[name], path, value);
	return copy;
}

/** Choices that show a parameter; those of the root begin with a slash inside a collection. */
function listChoicesThatShow({ displayOptions }: INodeProperties): INodeParameters {
	const shown = Object.entries(displayOptions?.show ?? {});
	return Object.fromEntries(
		shown.map(([name, values = []]) => [name.replace('/', ''), values[0]]),
	) as INodeParameters;
}

function listInside(
	type: Parameter['type'],
	fields: readonly Field[],
	above: Parameter['path'] = [],
	shownAbove: INodeParameters = {},
	around: INodeProperties[] = [],
): Parameter[] {
	return fields.filter(isProperty).flatMap((property) => {
		const path = [...above, property.name];
		const shownBy = { ...shownAbove, ...listChoicesThatShow(property) };
		const inside = [...around, property];
		const inGroups = (property.options ?? []).filter(isGroup).flatMap(({ name, values }) => {
			const isList = property.typeOptions?.multipleValues === true;
			return listInside(type, values, [...path, name, ...(isList ? [0] : [])], shownBy, inside);
		});
		const ofOptions = listInside(type, property.options ?? [], path, shownBy, inside);
		if (property.type === 'collection' || property.type === 'fixedCollection') {
			return [...inGroups, ...ofOptions];
		}
		if (property.type === 'notice') return [];
		const { '@tool': isOfTool, ...chosen } = shownBy;
		return [{ type: isOfTool ? 'voiceAgentTool' : type, property, path, shownBy: chosen, around }];
	});
}

/** Which resource and operation are run is another matter: what nobody knows is an error of its own. */
const OF_NODE = ['resource', 'operation'];

/** Every parameter of both nodes, at each place where it stands. */
export const allParameters: Parameter[] = [
	...listInside('voiceAgent', new VoiceAgent().description.properties),
	...listInside('voiceAgentTrigger', new VoiceAgentTrigger().description.properties),
].filter(({ property }) => !OF_NODE.includes(property.name));

const { description: ofAction } = new VoiceAgent();

const descriptions = {
	voiceAgent: ofAction,
	voiceAgentTool: { ...ofAction, name: 'voiceAgentTool' },
	voiceAgentTrigger: new VoiceAgentTrigger().description,
};

/** Whether the editor shows a parameter, and the collections around it, beside these. */
export function isShown(
	{ around, property, shownBy, type }: Parameter,
	beside: INodeParameters,
): boolean {
	const shown = keepShown(type, beside);
	// Inside a list of entries, a condition looks at the entry.
	const values = around.length === 0 ? shown : { ...shownBy, ...shown };
	return [...around, property].every((declared) =>
		NodeHelpers.displayParameter(values, declared, { typeVersion: 1 }, descriptions[type], shown),
	);
}

/** Without what the editor hides: n8n drops that. */
export function keepShown(type: Parameter['type'], parameters: INodeParameters): INodeParameters {
	const description = descriptions[type];
	const isKept = (root: string) =>
		description.properties.some(
			(declared) =>
				declared.name === root &&
				NodeHelpers.displayParameter(parameters, declared, { typeVersion: 1 }, description),
		);
	return Object.fromEntries(Object.entries(parameters).filter(([root]) => isKept(root)));
}

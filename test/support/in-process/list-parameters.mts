import type { INodeParameters, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
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
): Parameter[] {
	return fields.filter(isProperty).flatMap((property) => {
		const path = [...above, property.name];
		const shownBy = { ...shownAbove, ...listChoicesThatShow(property) };
		const inGroups = (property.options ?? []).filter(isGroup).flatMap(({ name, values }) => {
			const isList = property.typeOptions?.multipleValues === true;
			return listInside(type, values, [...path, name, ...(isList ? [0] : [])], shownBy);
		});
		const inside = listInside(type, property.options ?? [], path, shownBy);
		if (property.type === 'collection' || property.type === 'fixedCollection') {
			return [...inGroups, ...inside];
		}
		if (property.type === 'notice') return [];
		const { '@tool': isOfTool, ...chosen } = shownBy;
		return [{ type: isOfTool ? 'voiceAgentTool' : type, property, path, shownBy: chosen }];
	});
}

/** Which resource and operation are run is another matter: what nobody knows is an error of its own. */
const OF_NODE = ['resource', 'operation'];

/** Every parameter of both nodes, at each place where it stands. */
export const allParameters: Parameter[] = [
	...listInside('voiceAgent', new VoiceAgent().description.properties),
	...listInside('voiceAgentTrigger', new VoiceAgentTrigger().description.properties),
].filter(({ property }) => !OF_NODE.includes(property.name));

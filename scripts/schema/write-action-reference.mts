import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { conversationSchema } from '../../core/conversation/conversation.ts';
import { listFields, type ObjectSchema } from '../../core/conversation/declare-field.ts';
import { resultOnlyField } from '../../nodes/VoiceAgent/items/add-to-item.ts';
import { listChoices } from './list-members.mts';

import { writeParameters } from './write-parameters.mts';

/** What an operation emits with its parameters as they are by default. */
export type FindOutput = (resource: string, operation: string) => ObjectSchema;

function isShownFor(parameter: INodeProperties, name: string, value: unknown): boolean {
	const shown: unknown = parameter.displayOptions?.show?.[name];
	return Array.isArray(shown) && shown.includes(value);
}

/** The generated part of `docs/nodes/voice-agent.md`: every operation with its parameters. */
export function writeActionReference(
	{ properties }: INodeTypeDescription,
	findOutput: FindOutput,
): string {
	const resources = properties.filter(({ name }) => name === 'resource').flatMap(listChoices);
	return resources
		.flatMap(({ name, value: resource }) => {
			const ofResource = properties.filter((it) => isShownFor(it, 'resource', resource));
			const lists = ofResource.filter((it) => it.name === 'operation');
			return [
				`## ${name}`,
				...lists.flatMap(listChoices).flatMap(({ name: title, value, description = '' }) => {
					const own = ofResource.filter((it) => isShownFor(it, 'operation', value));
					return [
						`### ${name}: ${title}`,
						/[.!?]$/.test(description) ? description : `${description}.`,
						...(own.length > 0 ? [writeParameters(own)] : []),
						writeOutput(findOutput(String(resource), String(value)), addsToItem(own)),
					];
				}),
			];
		})
		.join('\n\n');
}

/** Whether the result joins the item: then an option emits the result alone. */
const addsToItem = (parameters: INodeProperties[]): boolean =>
	parameters
		.flatMap(({ options = [] }) => options)
		.some(({ name }) => name === resultOnlyField.name);

function writeOutput(output: ObjectSchema, joinsItem: boolean): string {
	if (output === conversationSchema) {
		return 'Output: a conversation; see [its fields](../conversation-fields.md).';
	}
	const names = listFields(output).map((field) => `\`${field.name}\``);
	if (joinsItem) return `Output: the item with ${names.join(', ')}.`;
	return output.def.catchall === undefined
		? `Output: ${names.join(', ')}.`
		: `Output: the server's response, with fields such as ${names.join(', ')}.`;
}

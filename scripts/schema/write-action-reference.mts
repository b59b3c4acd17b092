import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { conversationSchema } from '../../core/conversation/conversation.ts';
import { listFields, type ObjectSchema } from '../../core/conversation/declare-field.ts';
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
						`${description}.`,
						...(own.length > 0 ? [writeParameters(own)] : []),
						writeOutput(findOutput(String(resource), String(value))),
					];
				}),
			];
		})
		.join('\n\n');
}

function writeOutput(output: ObjectSchema): string {
	if (output === conversationSchema) {
		return 'Output: a conversation; see [its fields](../conversation-fields.md).';
	}
	const names = listFields(output).map((field) => `\`${field.name}\``);
	return output.def.catchall === undefined
		? `Output: ${names.join(', ')}.`
		: `Output: what the server answers, such as ${names.join(', ')}.`;
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { VoiceAgentOAuth2Api } from '../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgentTokenApi } from '../../credentials/VoiceAgentTokenApi.credentials.ts';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { projectRoot } from '../project-paths.mjs';
import { buildJsonSchema } from './build-json-schema.mts';
import { openTypes } from './read-types.mts';
import { replaceGenerated } from './replace-generated.mts';
import { findObject, type ObjectModel } from './type-model.mts';
import { writeActionReference } from './write-action-reference.mts';
import { writeConversationFields } from './write-conversation-fields.mts';
import { writeParameters } from './write-parameters.mts';

/** Where n8n looks for the schema previews of version 1 of the action node. */
export const schemaFolder = 'nodes/VoiceAgent/__schema__';
const versionFolder = `${schemaFolder}/v1.0.0`;

/** What each operation emits, by resource and operation. */
export function readOutputs(): Map<string, Map<string, ObjectModel>> {
	const types = openTypes('scripts/schema/operation-outputs.mts');
	const readFields = (object: ObjectModel | undefined) =>
		new Map(
			object?.fields.flatMap(({ name, type }) => {
				const inside = findObject(type);
				return inside === undefined ? [] : [[name, inside] as const];
			}),
		);
	const resources = readFields(findObject(types.read('OperationOutputs')));
	return new Map([...resources].map(([name, object]) => [name, readFields(object)]));
}

/** Every generated file by its path from the project's folder: the previews, then the pages. */
export function listGeneratedFiles(): Map<string, string> {
	const outputs = readOutputs();
	return new Map([...listSchemas(outputs), ...listPages(outputs)]);
}

function listSchemas(outputs: ReturnType<typeof readOutputs>): [string, string][] {
	return [...outputs].flatMap(([resource, operations]) =>
		[...operations].map(([operation, object]): [string, string] => {
			const schema = buildJsonSchema({ ...object, nullable: false });
			return [`${versionFolder}/${resource}/${operation}.json`, JSON.stringify(schema, null, '\t')];
		}),
	);
}

function listPages(outputs: ReturnType<typeof readOutputs>): [string, string][] {
	const findOutput = (resource: string, operation: string): ObjectModel => {
		const object = outputs.get(resource)?.get(operation);
		if (object === undefined)
			throw new Error(`No output is described for ${resource}/${operation}`);
		return object;
	};
	const generated: Record<string, string> = {
		'docs/conversation-fields.md': writeConversationFields(
			openTypes('scripts/schema/documented-types.mts'),
		),
		'docs/nodes/voice-agent.md': writeActionReference(new VoiceAgent().description, findOutput),
		'docs/nodes/voice-agent-trigger.md': writeParameters(
			new VoiceAgentTrigger().description.properties,
		),
		'docs/oauth-application.md': [
			'### Voice Agent OAuth2 API',
			writeParameters(new VoiceAgentOAuth2Api().properties),
			'### Voice Agent Access Token API',
			writeParameters(new VoiceAgentTokenApi().properties),
		].join('\n\n'),
	};
	return Object.entries(generated).map(([file, text]): [string, string] => {
		const page = readFileSync(path.join(projectRoot, file), 'utf8');
		return [file, replaceGenerated(file, page, text)];
	});
}

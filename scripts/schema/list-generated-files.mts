import { readFileSync } from 'node:fs';
import path from 'node:path';
import { conversationSchema } from '../../core/conversation/conversation.ts';
import type { ObjectSchema } from '../../core/conversation/declare-field.ts';
import { VoiceAgentOAuth2Api } from '../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgentTokenApi } from '../../credentials/VoiceAgentTokenApi.credentials.ts';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { projectRoot } from '../project-paths.mjs';
import { buildPreview, buildStandardSchema } from './build-json-schema.mts';
import { operationOutputs } from './operation-outputs.mts';
import { replaceGenerated } from './replace-generated.mts';
import { writeActionReference } from './write-action-reference.mts';
import { writeConversationFields } from './write-conversation-fields.mts';
import { writeParameters } from './write-parameters.mts';
import { writeRecordLimits } from './write-record-limits.mts';
import { writeSampleRecord } from './write-sample-record.mts';

/** Where n8n looks for the schema previews of version 1 of the action node. */
export const schemaFolder = 'nodes/VoiceAgent/__schema__';
const versionFolder = `${schemaFolder}/v1.0.0`;

/** Where the standard JSON Schema of a conversation is; the build copies it into the package. */
export const conversationSchemaFile = 'core/conversation/conversation.schema.json';

/** What Conversation → Create Sample is made of. */
export const sampleRecordFile = 'core/record/sample-record.ts';

/** What each operation emits, by resource and operation. */
const outputs = new Map(
	Object.entries(operationOutputs).map(([resource, operations]) => [
		resource,
		new Map<string, ObjectSchema>(Object.entries(operations)),
	]),
);

/** Every generated file by its path from the project's folder: the schemas, then the pages. */
export function listGeneratedFiles(): Map<string, string> {
	const standard = JSON.stringify(buildStandardSchema(conversationSchema), null, '\t');
	return new Map([
		...listPreviews(),
		[conversationSchemaFile, standard],
		[sampleRecordFile, writeSampleRecord()],
		...listPages(),
	]);
}

function listPreviews(): [string, string][] {
	return [...outputs].flatMap(([resource, operations]) =>
		[...operations].map(([operation, schema]): [string, string] => {
			const preview = JSON.stringify(buildPreview(schema), null, '\t');
			return [`${versionFolder}/${resource}/${operation}.json`, preview];
		}),
	);
}

function findOutput(resource: string, operation: string): ObjectSchema {
	const output = outputs.get(resource)?.get(operation);
	if (output === undefined) throw new Error(`No output is described for ${resource}/${operation}`);
	return output;
}

function listPages(): [string, string][] {
	const generated: Record<string, string> = {
		'docs/conversation-fields.md': writeConversationFields(),
		'docs/limits.md': writeRecordLimits(),
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

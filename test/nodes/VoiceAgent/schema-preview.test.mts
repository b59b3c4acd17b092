import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { type IDataObject, type INodeParameters, isSafeObjectProperty } from 'n8n-workflow';
import { resources } from '../../../nodes/VoiceAgent/operations.ts';
import type { JsonSchema } from '../../../scripts/schema/build-json-schema.mts';
import { readFixture } from './conversation-driver.mts';
import { runForItems } from '../../support/in-process/driver.mts';
import { useStoredFiles } from '../../support/in-process/binary-storage.mts';
import {
	connectCredential,
	pasteCredential,
} from '../../support/in-process/sandbox-credential.mts';
import type { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';

const names = Object.entries(resources).flatMap(([resource, { operations }]) =>
	Object.keys(operations).map((operation): [string, string] => [resource, operation]),
);
const ajv = new Ajv({ strict: true, allowUnionTypes: true });
const sandbox = useSandbox();
useStoredFiles();

/** Where n8n looks for the preview of this operation. */
function readPreview(resource: string, operation: string): JsonSchema {
	const folder = path.join(import.meta.dirname, '../../../nodes/VoiceAgent/__schema__/v1.0.0');
	return JSON.parse(readFileSync(path.join(folder, resource, `${operation}.json`), 'utf8'));
}

/** Parameters without which an operation cannot run; all others stay as they are by default. */
const required: Record<string, INodeParameters> = {
	'conversation/compareNumbers': { numbers: '+1 415 555 0142\nask Ann' },
	'conversation/findQuotes': { quotes: 'How can I help you\nyes' },
	'webhook/register': { webhookUrl: 'https://n8n.example.com/webhook/calls' },
	// Nothing listens there.
	'webhook/sendTestEvent': { webhookUrl: 'http://127.0.0.1:1/webhook/calls' },
};

async function run(
	resource: string,
	operation: string,
	json: IDataObject,
	credential?: StoredCredential,
): Promise<IDataObject[]> {
	const parameters: INodeParameters = {
		...(credential && { authentication: 'accessToken' }),
		...{ resource, operation, ...required[`${resource}/${operation}`] },
	};
	const selected = credential ?? (await connectCredential(sandbox));
	const output = await runForItems(parameters, selected, [{ json }]);
	return output.map((item) => JSON.parse(JSON.stringify(item.json)));
}

function createEvent(shape: 'A' | 'B'): IDataObject {
	const data = sandbox.createRecord({ seed: 5, shape, withTestRun: true });
	return JSON.parse(JSON.stringify({ event: 'ConversationComplete', data }));
}

function expectValid(schema: JsonSchema, outputs: IDataObject[]): void {
	expect(outputs).not.toEqual([]);
	const validate = ajv.compile(schema);
	for (const output of outputs) {
		validate(output);
		expect(validate.errors ?? []).toEqual([]);
	}
}

test.each(names)('the preview of %s/%s fits its real output', async (resource, operation) => {
	const schema = readPreview(resource, operation);
	for (const shape of ['A', 'B'] as const) {
		// What comes of a call passes Create Sample unchanged.
		const item = operation === 'createSample' ? {} : createEvent(shape);
		expectValid(schema, await run(resource, operation, item));
	}
});

// What else Parse emits fits the standard schema, which has the same source: test/unit/schema.
test.each(['all-null-a', 'wrong-types'])('the preview of Parse fits %s', async (fixture) => {
	const outputs = await run('conversation', 'parse', readFixture(fixture));
	expectValid(readPreview('conversation', 'parse'), outputs);
});

test('the preview of Verify Token fits what a pasted token gives', async () => {
	const outputs = await run('identity', 'verifyToken', {}, await pasteCredential(sandbox));
	expect(outputs).toMatchObject([{ id_token: null, scope: null }]);
	expectValid(readPreview('identity', 'verifyToken'), outputs);
});

/** The places at which a schema accepts unknown fields: `history[].additional_fields`. */
function listOpenPlaces(schema: JsonSchema, place = ''): string[] {
	const inside = Object.entries(schema.properties ?? {}).flatMap(([name, ofField]) =>
		listOpenPlaces(ofField, place === '' ? name : `${place}.${name}`),
	);
	const inList = schema.items === undefined ? [] : listOpenPlaces(schema.items, `${place}[]`);
	const holdsObjects = [schema.type].flat().includes('object');
	const isOpen = holdsObjects && schema.additionalProperties !== false;
	return [...(isOpen ? [place] : []), ...inside, ...inList];
}

test('only what is open by nature lets unknown fields through', () => {
	const open = names.flatMap(([resource, operation]) =>
		listOpenPlaces(readPreview(resource, operation)).map((place) =>
			`${resource}/${operation} ${place}`.trim(),
		),
	);
	const inTurn = ['additional_fields', 'tool_arguments'];
	const inSetting = ['additional_fields', 'value'];
	const inConversation = [
		...['additional_fields', 'delivery.envelope'],
		...inTurn.map((name) => `history[].${name}`),
		...inTurn.map((name) => `synthesized_chat_history[].${name}`),
		...inSetting.map((name) => `synthesized_user_tts_additional_properties[].${name}`),
		...['tool_calls[].output', 'tool_calls[].tool_arguments', 'url_parameters'],
	];
	expect(open.sort()).toEqual([
		'conversation/compareNumbers',
		'conversation/createReport',
		...inConversation.map((place) => `conversation/createSample ${place}`),
		'conversation/findQuotes',
		'conversation/getTranscript',
		...inConversation.map((place) => `conversation/parse ${place}`),
		...['identity/getServerSettings keys[]', 'identity/getServerSettings settings'],
		...['identity/getUserInfo', 'identity/verifyToken access_token.claims'],
		...['identity/verifyToken id_token.claims', 'recording/download', 'user/getCurrent'],
	]);
});

/** The names of all fields in a schema. */
function listFieldNames({ properties = {}, items }: JsonSchema): string[] {
	const inside = Object.entries(properties).flatMap(([name, schema]) => [
		name,
		...listFieldNames(schema),
	]);
	return [...inside, ...(items === undefined ? [] : listFieldNames(items))];
}

test('expressions may read every field', () => {
	const fields = names.flatMap(([resource, operation]) =>
		listFieldNames(readPreview(resource, operation)),
	);
	expect(isSafeObjectProperty('arguments')).toBe(false);
	expect(fields.filter((name) => !isSafeObjectProperty(name))).toEqual([]);
});

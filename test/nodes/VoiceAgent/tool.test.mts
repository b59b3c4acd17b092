import { NodeHelpers } from 'n8n-workflow';
import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { listOutputFields } from '../../../core/conversation/outputs.ts';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { errorCatalog, type ErrorCode } from '../../../nodes/shared/error-catalog.ts';
import { makeRecord } from './conversation-driver.mts';
import { createHost } from '../../support/in-process/host.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';

// The action node as the tool of an AI agent: its only item holds what the model filled in.
const { description, execute } = new VoiceAgent();
const record = makeRecord({ turns: 8 });

async function callTool(parameters: INodeParameters, modelFilledIn: IDataObject = {}) {
	const host = createHost({
		type: 'voiceAgentTool',
		parameters: { resource: 'conversation', operation: 'getTranscript', ...parameters },
	});
	const [output = []] = await execute.call(host.execute([{ json: modelFilledIn }]));
	return output.map(({ json }) => json);
}

test('n8n makes a tool of the node', () => {
	// Only of one that says so; the tool's output takes the place of these.
	expect(description).toMatchObject({ usableAsTool: true, inputs: ['main'], outputs: ['main'] });
});

test('the transcript of the conversation in the field is all that the model gets', async () => {
	const fieldValue = JSON.stringify(record);
	expect(await callTool({ fieldValue }, { query: 'What was said?' })).toEqual([
		{ id: record.id, formatted_transcript: expect.stringMatching(/^\w+: \S/) },
	]);
});

test('what the model fills in may be the conversation itself', async () => {
	const fieldValue = "={{ $fromAI('conversation', '', 'json') }}";
	expect(await callTool({ fieldValue }, { conversation: record })).toMatchObject([
		{ id: record.id },
	]);
});

test('a choice saved before tools had none is read as a field', async () => {
	const saved = { source: 'item', fieldValue: JSON.stringify(record) };
	expect(await callTool(saved)).toMatchObject([{ id: record.id }]);
});

const write = (changed: object = {}) => JSON.stringify({ ...record, ...changed });

test.each<[string, INodeParameters, ErrorCode]>([
	['no field', {}, 'item-without-record'],
	['nothing', { fieldValue: '={{ undefined }}' }, 'item-without-record'],
	['no word', { fieldValue: write({ history: [] }) }, 'tool-result-empty'],
	['no cue', { fieldValue: write({ history: null }), format: 'webVtt' }, 'tool-result-empty'],
	['a file', { fieldValue: write(), putOutputIn: 'file' }, 'operation-not-as-tool'],
])('an error that the model can read, never the own item: %s', async (_, parameters, code) => {
	const failure = callTool(parameters, record);
	await expectFailure(failure, code);
	if (code === 'item-without-record') await expect(failure).rejects.toThrow("'Conversation'");
	const { message, description: left } = Object(await failure.catch((error: unknown) => error));
	// Of the error, the model reads the message alone.
	expect(message).toContain(` Code: ${code}. ${errorCatalog[code].at(-1)}`);
	expect(left).toBeUndefined();
	// Fields that n8n shows of the node alone.
	expect(message).not.toMatch(/'(Source|Output|Field Value)'/);
});

test('Parse gives a model the flat fields of Simplified', async () => {
	const fieldValue = JSON.stringify(record);
	const [item] = await callTool({ operation: 'parse', output: 'raw', fieldValue }, record);
	expect(Object.keys(item ?? {})).toEqual(listOutputFields('simplified'));
});

test.each([
	['conversation', 'createReport'],
	['conversation', 'createSample'],
	['identity', 'refreshToken'],
	['identity', 'signOut'],
	['recording', 'download'],
	['webhook', 'register'],
])('%s: %s does nothing as a tool', async (resource, operation) => {
	await expectFailure(callTool({ resource, operation }, record), 'operation-not-as-tool');
});

/** The choices or options that n8n shows in a list, by the name of the node's type. */
function listShown(type: string, name: string, parameters: INodeParameters): unknown[] {
	const node = { typeVersion: 1 };
	const ofType = { ...description, name: type };
	const list = description.properties.find(
		(property) =>
			property.name === name && NodeHelpers.displayParameter(parameters, property, node, ofType),
	);
	return (list?.options ?? []).flatMap((option) =>
		NodeHelpers.displayParameter(parameters, option as INodePropertyOptions, node, ofType)
			? ['value' in option ? option.value : option.name]
			: [],
	);
}

test.each<[string, string, INodeParameters, unknown[], unknown[]]>([
	[
		'resources',
		'resource',
		{},
		['conversation', 'identity', 'recording', 'user', 'webhook'],
		['conversation', 'identity', 'user'],
	],
	[
		'operations',
		'operation',
		{ resource: 'conversation' },
		['getTranscript', 'parse', 'findQuotes', 'compareNumbers', 'createReport', 'createSample'],
		['getTranscript', 'parse', 'findQuotes', 'compareNumbers'],
	],
	['sources', 'source', { resource: 'conversation', operation: 'parse' }, ['item', 'field'], []],
	[
		'options',
		'options',
		{ resource: 'conversation', operation: 'parse', output: 'flat' },
		[
			...['customerNumber', 'defaultCountry', 'direction', 'fields', 'ownNumbers'],
			...['personalData', 'speakers'],
		],
		[
			...['customerNumber', 'defaultCountry', 'direction', 'ownNumbers'],
			...['personalData', 'speakers'],
		],
	],
])('%s that make no sense as a tool are hidden there', (_, name, parameters, asNode, asTool) => {
	expect(listShown('voiceAgent', name, parameters)).toEqual(asNode);
	expect(listShown('voiceAgentTool', name, parameters)).toEqual(asTool);
});

import { randomUUID } from 'node:crypto';
import { readItems, type SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { credentialType } from '../../host/demo/prepare-example.mts';
import { askQuestions, publishQuestions } from './ask-missing-fields.mts';
import { findTrigger, startHost, type Host } from './start-host.mts';
import { withEnvironment } from './trigger-scene.mts';

jest.setTimeout(240_000);

// Both shapes of the record through the example workflow, with the action node behind it.
let host: Host;
let workflow: SavedWorkflow;

beforeAll(async () => {
	host = await startHost();
	const credential = await host.connect();
	const example = await host.importExample(credential);
	workflow = await host.client.updateWorkflow({
		...example,
		nodes: [
			...example.nodes,
			{
				id: randomUUID(),
				name: 'Who am I',
				type: 'n8n-nodes-voice-agent.voiceAgent',
				typeVersion: 1,
				position: [520, 0],
				parameters: { resource: 'user', operation: 'getCurrent' },
				credentials: { [credentialType]: credential },
			},
		],
		connections: {
			...example.connections,
			'Edit Fields': { main: [[{ node: 'Who am I', type: 'main', index: 0 }]] },
		},
	});
	await host.client.activate(workflow.id);
});

afterAll(() => host.close());

async function finishAndRead(shape: 'A' | 'B') {
	const count = (await host.client.listExecutions(workflow.id)).length;
	const { record, deliveries } = await host.sandbox.finishConversation({
		shape,
		turns: 12,
		withTools: true,
		withCampaign: true,
		withRecording: true,
	});
	expect(deliveries.map(({ state, attempts }) => [state, attempts.length])).toEqual([
		['delivered', 1],
	]);
	const executions = await host.client.waitForExecutions(workflow.id, count + 1);
	const execution = executions.at(-1);
	if (execution === undefined) throw new Error('There is no execution.');
	expect({ status: execution.status, error: execution.data?.resultData.error }).toEqual({
		status: 'success',
	});
	return { record, execution };
}

test('a conversation of shape A arrives as one item', async () => {
	const { record, execution } = await finishAndRead('A');
	const items = readItems(execution, findTrigger(workflow).name);
	expect(items).toHaveLength(1);
	expect(items[0]).toMatchObject({
		shape: 'A',
		id: record.id,
		agent_title: record.agent_title,
		started_at: record.started_at,
		campaign_id: record.campaign_id,
		audio_url: record.audio_url,
		parse_issues: [],
	});
	expect(items[0]?.history).toHaveLength(12);
});

test('a conversation of shape B arrives under the names of shape A', async () => {
	const { record, execution } = await finishAndRead('B');
	const items = readItems(execution, findTrigger(workflow).name);
	expect(items).toHaveLength(1);
	expect(items[0]).toMatchObject({
		shape: 'B',
		id: record.session_id,
		agent_title: record.agent_name,
		started_at: record.start_time,
		campaign_id: record.campaign_id,
		audio_url: record.audio_url,
		ended_at: null,
		parse_issues: [],
	});
	expect(items[0]?.history).toHaveLength(12);
});

test('the following node maps the fields of either shape', async () => {
	const { record, execution } = await finishAndRead('B');
	expect(readItems(execution, 'Edit Fields')).toEqual([
		{
			conversation_id: record.session_id,
			agent: record.agent_name,
			caller: record.from_number,
			duration_seconds: record.duration_seconds,
			turns: 12,
			transcript: expect.stringMatching(/^\w+: \S/),
		},
	]);
});

test('the action node reads the signed-in user with the same credential', async () => {
	const { execution } = await finishAndRead('A');
	const items = readItems(execution, 'Who am I');
	expect(items).toHaveLength(1);
	expect(items[0]).toMatchObject({ email: host.sandbox.user.email });
});

test('nobody called the documentation-only event endpoint', () => {
	expect(host.sandbox.trappedCalls).toEqual([]);
});

// What docs/engineering/n8n-behavior.md says of turns, which carry only what was sent.
describe('what a turn lacks', () => {
	let questions: SavedWorkflow;
	const answers = {
		error: undefined,
		expressions: [
			{
				missing: null,
				insideText: 'Tool: .',
				ofMissingObject: null,
				withDefault: null,
				withCare: 'none',
				missingTurn: null,
				metrics: [null, 0.5, null],
				missingInMap: null,
				mapWithCare: [null, null, 'Monday'],
				filtered: ['Monday'],
				isNull: false,
				isNothing: true,
			},
		],
		code: [
			{
				missing: 'undefined',
				metrics: ['none', 0.5, 'none'],
				missingInMap: 'TypeError',
				mapWithCare: ['none', 'none', 'Monday'],
			},
		],
	};

	beforeAll(async () => {
		questions = await publishQuestions(host, await host.connect());
	});

	test('is nothing to expressions of the default engine, and undefined to code', async () => {
		expect(await askQuestions(host, questions, 1)).toEqual(answers);
	});

	// The last test, since n8n stays stopped behind it.
	test('is the same to the legacy engine', async () => {
		await withEnvironment(host, { N8N_EXPRESSION_ENGINE: 'legacy' }, async () => {
			expect(await askQuestions(host, questions, 2)).toEqual(answers);
		});
	});
});

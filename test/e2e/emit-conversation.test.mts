import { randomUUID } from 'node:crypto';
import { readItems, type SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { findWebhookUrl, useHost } from '../support/n8n/start-host.mts';
import {
	createNode,
	createTrigger,
	postEvent,
	publishNodes,
	waitForItem,
	withEnvironment,
} from '../support/n8n/trigger-scene.mts';

// Both shapes of the record, and what expressions and code find in them.
const host = useHost();
let workflow: SavedWorkflow;

beforeAll(async () => {
	workflow = await host.importExample(await host.connect());
	await host.client.activate(workflow.id);
});

test.each([
	['A', { id: 'id', agent_title: 'agent_title', started_at: 'started_at' }, {}],
	[
		'B',
		{ id: 'session_id', agent_title: 'agent_name', started_at: 'start_time' },
		{ ended_at: null },
	],
] as const)(
	'a conversation of shape %s arrives under the names of shape A',
	async (shape, names, absent) => {
		const more = { turns: 12, withTools: true, withCampaign: true, withRecording: true };
		const { record } = await host.sandbox.finishConversation({ shape, ...more });
		const item = await waitForItem(host, workflow, record[names.id]);
		expect(item).toMatchObject({
			shape,
			id: record[names.id],
			agent_title: record[names.agent_title],
			started_at: record[names.started_at],
			campaign_id: record.campaign_id,
			audio_url: record.audio_url,
			parse_issues: [],
			...absent,
		});
		expect(item.history).toHaveLength(12);
	},
);

test('a call from a web page with 1,001 URL parameters starts its workflow', async () => {
	const id = randomUUID();
	const names = Array.from({ length: 1_001 }, (_, index) => [`name_${index}`, 'x']);
	const url_parameters = { ...Object.fromEntries(names), ['y'.repeat(1_001)]: 'x' };
	const url = findWebhookUrl(host.n8n, workflow);
	const answer = await postEvent(url, { id, url_parameters, from_number: '+15550100' });
	expect(answer.httpStatus).toBe(200);
	const item = await waitForItem(host, workflow, id);
	expect(Object.keys(Object(item.url_parameters))).toHaveLength(1_000);
	expect(item).toMatchObject({
		from_number: '+15550100',
		parse_issues: [
			{ path: 'url_parameters', expected: 'at most 1,000 URL parameters', received: 'more' },
		],
	});
});

/** Turns of a user, of an agent and of a tool, each without what the others have. */
const history = [
	{ role: 'User', content: 'Good morning.', kind: 'Message' },
	{ role: 'Assistant', content: 'Hello.', kind: 'Message', metrics: { e2e_latency: 0.5 } },
	{ kind: 'FunctionCall', tool_name: 'book', tool_arguments_json: '{"day":"Monday"}' },
];

/** The expressions that docs/engineering/n8n-behavior.md lists, by what is asked. */
const expressions: Record<string, [type: 'string' | 'boolean' | 'array', value: string]> = {
	missing: ['string', '={{ $json.history[0].tool_name }}'],
	insideText: ['string', '=Tool: {{ $json.history[0].tool_name }}.'],
	ofMissingObject: ['string', '={{ $json.history[0].tool_arguments.day }}'],
	withDefault: ['string', "={{ $json.history[0].tool_arguments.day ?? 'none' }}"],
	withCare: ['string', "={{ $json.history[0].tool_arguments?.day ?? 'none' }}"],
	missingTurn: ['string', '={{ $json.history[9].content }}'],
	metrics: ['array', '={{ $json.history.map(t => t.metrics.e2e_latency) }}'],
	missingInMap: ['array', '={{ $json.history.map(t => t.tool_arguments.day) }}'],
	mapWithCare: ['array', '={{ $json.history.map(t => t.tool_arguments?.day) }}'],
	filtered: [
		'array',
		'={{ $json.history.filter(t => t.tool_name).map(t => t.tool_arguments.day) }}',
	],
	isNull: ['boolean', '={{ $json.history[0].tool_name === null }}'],
	isNothing: ['boolean', '={{ $json.history[0].tool_name == null }}'],
};

/** The same questions in JavaScript. */
const code = `
const { history } = $('Voice Agent Trigger').first().json;
const readAll = (read) => {
	try {
		return history.map(read);
	} catch (error) {
		return error.name;
	}
};
return [{ json: {
	missing: String(history[0].tool_name),
	metrics: readAll((turn) => turn.metrics.e2e_latency ?? 'none'),
	missingInMap: readAll((turn) => turn.tool_arguments.day),
	mapWithCare: readAll((turn) => turn.tool_arguments?.day ?? 'none'),
} }];
`;

// What docs/engineering/n8n-behavior.md says of turns, which carry only what was sent.
describe('what a turn lacks', () => {
	const names = { expressions: 'Edit Fields', code: 'Code' };
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
		questions = await publishNodes(host, await host.connect(), [
			createTrigger(),
			createNode(names.expressions, 'n8n-nodes-base.set', 3.4, {
				assignments: {
					assignments: Object.entries(expressions).map(([name, [type, value]]) => ({
						id: name,
						name,
						type,
						value,
					})),
				},
			}),
			createNode(names.code, 'n8n-nodes-base.code', 2, { jsCode: code }),
		]);
	});

	/** Sends the turns, and gives what the two nodes made of them. */
	async function askQuestions(executionCount: number) {
		const url = findWebhookUrl(host.n8n, questions);
		expect((await postEvent(url, { id: randomUUID(), history })).httpStatus).toBe(200);
		const executions = await host.client.waitForExecutions(questions.id, executionCount);
		const execution = executions.at(-1);
		if (execution === undefined) throw new Error('There is no execution.');
		return {
			error: execution.data?.resultData.error,
			expressions: readItems(execution, names.expressions),
			code: readItems(execution, names.code),
		};
	}

	test('is nothing to expressions of the default engine, and undefined to code', async () => {
		expect(await askQuestions(1)).toEqual(answers);
	});

	// The last test, since n8n stays stopped behind it.
	test('is the same to the legacy engine', async () => {
		await withEnvironment(host, { N8N_EXPRESSION_ENGINE: 'legacy' }, async () => {
			expect(await askQuestions(2)).toEqual(answers);
		});
	});
});

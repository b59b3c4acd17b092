import { randomUUID } from 'node:crypto';
import { readItems, type SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import { findWebhookUrl, type Host } from '../support/n8n/start-host.mts';
import {
	createNode,
	createTrigger,
	postEvent,
	publishNodes,
} from '../support/n8n/trigger-scene.mts';

/** Turns of a user, of an agent and of a tool, each without what the others have. */
const history = [
	{ role: 'User', content: 'Good morning.', kind: 'Message' },
	{ role: 'Assistant', content: 'Hello.', kind: 'Message', metrics: { e2e_latency: 0.5 } },
	{ kind: 'FunctionCall', tool_name: 'book', tool_arguments_json: '{"day":"Monday"}' },
];

/** The expressions that docs/engineering/n8n-behavior.md lists, each with its result in Edit Fields. */
const expressions: Record<string, [type: string, value: string, result: unknown]> = {
	missing: ['string', '={{ $json.history[0].tool_name }}', null],
	insideText: ['string', '=Tool: {{ $json.history[0].tool_name }}.', 'Tool: .'],
	ofMissingObject: ['string', '={{ $json.history[0].tool_arguments.day }}', null],
	withDefault: ['string', "={{ $json.history[0].tool_arguments.day ?? 'none' }}", null],
	withCare: ['string', "={{ $json.history[0].tool_arguments?.day ?? 'none' }}", 'none'],
	missingTurn: ['string', '={{ $json.history[9].content }}', null],
	metrics: ['array', '={{ $json.history.map(t => t.metrics.e2e_latency) }}', [null, 0.5, null]],
	missingInMap: ['array', '={{ $json.history.map(t => t.tool_arguments.day) }}', null],
	mapWithCare: [
		'array',
		'={{ $json.history.map(t => t.tool_arguments?.day) }}',
		[null, null, 'Monday'],
	],
	filtered: [
		'array',
		'={{ $json.history.filter(t => t.tool_name).map(t => t.tool_arguments.day) }}',
		['Monday'],
	],
	isNull: ['boolean', '={{ $json.history[0].tool_name === null }}', false],
	isNothing: ['boolean', '={{ $json.history[0].tool_name == null }}', true],
};

/** The same questions in JavaScript. */
const jsCode = `
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

/** What docs/engineering/n8n-behavior.md says of turns, which carry only what was sent. */
export const answersOnTurns = {
	error: undefined,
	expressions: [
		Object.fromEntries(Object.entries(expressions).map(([name, [, , result]]) => [name, result])),
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

/** Publishes a workflow that asks turns for what they lack, by expressions and by code. */
export const publishQuestions = (host: Host, credential: CredentialReference) =>
	publishNodes(host, credential, [
		createTrigger(),
		createNode('Edit Fields', 'n8n-nodes-base.set', 3.4, {
			assignments: {
				assignments: Object.entries(expressions).map(([name, [type, value]]) => ({
					id: name,
					name,
					type,
					value,
				})),
			},
		}),
		createNode('Code', 'n8n-nodes-base.code', 2, { jsCode }),
	]);

/** Sends the turns, and gives what the two nodes made of them. */
export async function askTurns(host: Host, workflow: SavedWorkflow) {
	const known = (await host.client.listExecutions(workflow.id)).length;
	const url = findWebhookUrl(host.n8n, workflow);
	expect((await postEvent(url, { id: randomUUID(), history })).httpStatus).toBe(200);
	const execution = (await host.client.waitForExecutions(workflow.id, known + 1)).at(-1);
	if (execution === undefined) throw new Error('There is no execution.');
	return {
		error: execution.data?.resultData.error,
		expressions: readItems(execution, 'Edit Fields'),
		code: readItems(execution, 'Code'),
	};
}

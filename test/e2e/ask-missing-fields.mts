import { randomUUID } from 'node:crypto';
import { readItems, type SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { findWebhookUrl, type Host } from './start-host.mts';
import type { CredentialReference } from './connect-at-sandbox.mts';
import { createNode, createTrigger, postEvent, publishNodes } from './trigger-scene.mts';

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

const names = { expressions: 'Edit Fields', code: 'Code' };

/** A published workflow that asks turns for fields which they lack, by expressions and by code. */
export const publishQuestions = async (
	host: Host,
	credential: CredentialReference,
): Promise<SavedWorkflow> =>
	publishNodes(host, credential, [
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

/** Sends the turns to that workflow, and gives what the two nodes made of them. */
export async function askQuestions(host: Host, workflow: SavedWorkflow, executionCount: number) {
	const url = findWebhookUrl(host.n8n, workflow);
	expect((await postEvent(url, { id: randomUUID(), history })).httpStatus).toBe(200);
	const executions = await host.client.waitForExecutions(workflow.id, executionCount);
	const execution = executions.at(-1);
	if (execution === undefined) throw new Error('There is no execution.');
	return {
		error: execution.data?.resultData.error,
		expressions: readItems(execution, names.expressions),
		code: readItems(execution, names.code),
	};
}

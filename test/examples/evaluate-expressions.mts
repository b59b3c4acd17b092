import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type {
	IConnections,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRunData,
} from 'n8n-workflow';
import * as z from 'zod/v4';
import type { WorkflowFile, WorkflowNode } from '../../host/n8n/n8n-workflow-types.mts';

const parameters = z.custom<INodeParameters>((value) => typeof value === 'object');
const connections = z.custom<IConnections>((value) => typeof value === 'object');

// The real types are not needed: expressions are read from the parameters as they stand in the file.
const anyType: INodeType = {
	description: {
		...{ displayName: 'Any', name: 'any', description: '', version: 1 },
		...{ group: ['transform'], inputs: ['main'], outputs: ['main'] },
		...{ defaults: {}, properties: [] },
	},
};

/** A `{{ … }}` of a node. */
export interface Expression {
	node: string;
	/** Its inside. */
	code: string;
}

/** The nodes of a workflow that do something. */
export function listSteps(file: WorkflowFile): WorkflowNode[] {
	return file.nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
}

/** Every expression in the parameters, but for what n8n knows only while a tool or a request runs. */
export function listExpressions(file: WorkflowFile): Expression[] {
	return listSteps(file).flatMap(({ name, parameters: given }) =>
		findExpressions(given)
			// `{{ undefined }}` leaves a field out.
			.filter((code) => !/\$fromAI\(|\$response\b/.test(code) && code.trim() !== 'undefined')
			.map((code) => ({ node: name, code })),
	);
}

/** The insides of every `{{ … }}`, at any depth. */
function findExpressions(value: unknown): string[] {
	if (typeof value === 'string') {
		if (!value.startsWith('=')) return [];
		return [...value.matchAll(/\{\{([\s\S]*?)\}\}/g)].map((match) => match[1] ?? '');
	}
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(findExpressions);
}

/** Evaluates expressions by n8n's own code, outside n8n, as in a run of an execution. */
export function createEvaluator(file: WorkflowFile, executionId: string) {
	const nodes = file.nodes.map(
		(node): INode => ({ ...node, parameters: parameters.parse(node.parameters) }),
	);
	const workflow = new Workflow({
		id: 'evaluated',
		nodes,
		connections: connections.parse(file.connections),
		active: false,
		// Any other zone is looked up for each of them.
		settings: { timezone: 'UTC' },
		nodeTypes: {
			getByName: () => anyType,
			getByNameAndVersion: () => anyType,
			getKnownTypes: () => ({}),
		},
	});
	const mode = 'production' as const;
	const execution = { id: executionId, mode, resumeUrl: '', resumeFormUrl: '' };

	/** For one item. Throws what n8n throws. */
	return (
		runData: IRunData,
		expression: Expression,
		[runIndex, itemIndex]: [number, number],
	): unknown => {
		const node = nodes.find(({ name }) => name === expression.node);
		const run = runData[expression.node]?.[runIndex];
		if (node === undefined || run === undefined) throw new Error('The node did not run.');
		const input = findInput(runData, expression.node, runIndex);
		return workflow.expression.getParameterValue(
			`={{${expression.code}}}`,
			createRunExecutionData({ resultData: { runData } }),
			runIndex,
			itemIndex,
			node.name,
			input,
			'trigger',
			{ $execution: execution },
			{ data: { main: [input] }, node, source: { main: run.source } },
		);
	};
}

/** What the node was given on its first input. */
export function findInput(
	runData: IRunData,
	nodeName: string,
	runIndex: number,
): INodeExecutionData[] {
	const source = runData[nodeName]?.[runIndex]?.source[0];
	if (source === undefined || source === null) return [];
	const { previousNode, previousNodeOutput = 0, previousNodeRun = 0 } = source;
	return runData[previousNode]?.[previousNodeRun]?.data?.main?.[previousNodeOutput] ?? [];
}

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

/**
 * Every `{{ … }}` in the nodes that ran which gives `undefined` or throws, as "node: expression". They
 * are evaluated by n8n's own code, once for each item that the node was given.
 */
export function listUndefinedExpressions(
	file: WorkflowFile,
	runData: IRunData,
	executionId: string,
): string[] {
	const nodes = file.nodes.map(
		(node): INode => ({ ...node, parameters: parameters.parse(node.parameters) }),
	);
	const workflow = new Workflow({
		nodes,
		connections: connections.parse(file.connections),
		active: false,
		nodeTypes: {
			getByName: () => anyType,
			getByNameAndVersion: () => anyType,
			getKnownTypes: () => ({}),
		},
	});
	const runExecutionData = createRunExecutionData({ resultData: { runData } });
	const mode = 'production' as const;
	const execution = { id: executionId, mode, resumeUrl: '', resumeFormUrl: '' };

	const isUndefined = (node: INode, expression: string, runIndex: number, itemIndex: number) => {
		const run = runData[node.name]?.[runIndex];
		if (run === undefined) return false;
		const input = findInput(runData, node.name, runIndex);
		try {
			const value = workflow.expression.getParameterValue(
				`={{${expression}}}`,
				runExecutionData,
				runIndex,
				itemIndex,
				node.name,
				input,
				'trigger',
				{ $execution: execution },
				{ data: { main: [input] }, node, source: { main: run.source } },
			);
			return value === undefined;
		} catch {
			return true;
		}
	};

	return nodes.flatMap((node, index) => {
		const expressions = findExpressions(file.nodes[index]?.parameters).filter(
			// What a model filled in, n8n knows only while the tool runs. `{{ undefined }}` leaves a field out.
			(expression) => !expression.includes('$fromAI(') && expression.trim() !== 'undefined',
		);
		return (runData[node.name] ?? []).flatMap((_, runIndex) =>
			findInput(runData, node.name, runIndex).flatMap((_item, itemIndex) =>
				expressions
					.filter((expression) => isUndefined(node, expression, runIndex, itemIndex))
					.map((expression) => `${node.name}: ${expression.trim()}`),
			),
		);
	});
}

/** What the node was given on its first input. */
function findInput(runData: IRunData, nodeName: string, runIndex: number): INodeExecutionData[] {
	const source = runData[nodeName]?.[runIndex]?.source[0];
	if (source === undefined || source === null) return [];
	const { previousNode, previousNodeOutput = 0, previousNodeRun = 0 } = source;
	return runData[previousNode]?.[previousNodeRun]?.data?.main?.[previousNodeOutput] ?? [];
}

/** The insides of every `{{ … }}` in the parameters, at any depth. */
function findExpressions(value: unknown): string[] {
	if (typeof value === 'string') {
		if (!value.startsWith('=')) return [];
		return [...value.matchAll(/\{\{([\s\S]*?)\}\}/g)].map((match) => match[1] ?? '');
	}
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(findExpressions);
}

/** The nodes of a workflow that do something. */
export function listSteps(file: WorkflowFile): WorkflowNode[] {
	return file.nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
}

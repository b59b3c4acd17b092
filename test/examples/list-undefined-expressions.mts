import type { IRunData } from 'n8n-workflow';
import type { WorkflowFile } from '../../host/n8n/n8n-workflow-types.mts';
import {
	createEvaluator,
	findInput,
	listExpressions,
	type Expression,
} from './evaluate-expressions.mts';

/**
 * Every `{{ … }}` in the nodes that ran which gives `undefined` or throws, as "node: expression", for any
 * item that the node was given.
 */
export function listUndefinedExpressions(
	file: WorkflowFile,
	runData: IRunData,
	executionId: string,
): string[] {
	const evaluate = createEvaluator(file, executionId);
	const isUndefined = (expression: Expression, place: [number, number]) => {
		try {
			return evaluate(runData, expression, place) === undefined;
		} catch {
			return true;
		}
	};
	return listExpressions(file).flatMap((expression) =>
		(runData[expression.node] ?? []).flatMap((_, runIndex) =>
			findInput(runData, expression.node, runIndex)
				.filter((_item, itemIndex) => isUndefined(expression, [runIndex, itemIndex]))
				.map(() => `${expression.node}: ${expression.code.trim()}`),
		),
	);
}

import { createHash } from 'node:crypto';
import ts from 'typescript';

/** One change to one file: what stands from `start` to `end` becomes `replacement`. */
export interface Mutation {
	/** Path from the root of the clone. */
	file: string;
	/** Counted from 1. */
	line: number;
	/** The first line of what is changed, without indentation. */
	code: string;
	change: string;
	start: number;
	end: number;
	replacement: string;
}

const operators = new Map<ts.SyntaxKind, string>([
	[ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
	[ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
	[ts.SyntaxKind.LessThanToken, '<='],
	[ts.SyntaxKind.LessThanEqualsToken, '<'],
	[ts.SyntaxKind.GreaterThanToken, '>='],
	[ts.SyntaxKind.GreaterThanEqualsToken, '>'],
	[ts.SyntaxKind.AmpersandAmpersandToken, '||'],
	[ts.SyntaxKind.BarBarToken, '&&'],
	[ts.SyntaxKind.QuestionQuestionToken, '&&'],
	[ts.SyntaxKind.PlusToken, '-'],
	[ts.SyntaxKind.MinusToken, '+'],
	[ts.SyntaxKind.AsteriskToken, '/'],
]);

/** Texts are compared by these parents; elsewhere they are mostly words for people. */
const comparing = new Set([ts.SyntaxKind.BinaryExpression, ts.SyntaxKind.CaseClause]);

/** Every change that this suite knows for a file: operators, conditions, constants, returns and calls. */
export function listMutations(file: string, text: string): Mutation[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const found: Mutation[] = [];
	const add = (node: ts.Node, replacement: string) => {
		const start = node.getStart(source);
		const { line } = source.getLineAndCharacterOfPosition(start);
		const original = node.getText(source);
		found.push({
			file,
			line: line + 1,
			code: (text.split('\n')[line] ?? '').trim(),
			change: `${original.split('\n')[0]} → ${replacement}`,
			start,
			end: node.getEnd(),
			replacement,
		});
	};
	visit(source);
	return found;

	function visit(node: ts.Node): void {
		if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node))
			return;
		if (ts.isTypeAliasDeclaration(node) || ts.isExportDeclaration(node)) return;
		if (ts.isBinaryExpression(node)) {
			const swapped = operators.get(node.operatorToken.kind);
			if (swapped !== undefined) add(node.operatorToken, swapped);
		} else if (ts.isIfStatement(node)) {
			add(node.expression, `!(${node.expression.getText(source)})`);
		} else if (ts.isConditionalExpression(node)) {
			add(node.condition, `!(${node.condition.getText(source)})`);
		} else if (ts.isReturnStatement(node) && node.expression !== undefined) {
			if (node.expression.getText(source) !== 'undefined') add(node.expression, 'undefined');
		} else if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
			add(node, ';');
		} else if (ts.isNumericLiteral(node)) {
			add(node, `(${node.getText(source)} + 1)`);
		} else if (node.kind === ts.SyntaxKind.TrueKeyword) {
			add(node, 'false');
		} else if (node.kind === ts.SyntaxKind.FalseKeyword) {
			add(node, 'true');
		} else if (ts.isStringLiteral(node) && comparing.has(node.parent.kind)) {
			add(node, `'other than ' + ${node.getText(source)}`);
		}
		ts.forEachChild(node, visit);
	}
}

/** The order in which a seed selects. A line that was moved and still stands keeps its place in it. */
export function rank(seed: number, { code, change }: Mutation): string {
	return createHash('sha256')
		.update(JSON.stringify([seed, code, change]))
		.digest('hex');
}

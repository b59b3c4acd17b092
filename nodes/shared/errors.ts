import {
	ExpressionError,
	type IExecuteFunctions,
	type IHookFunctions,
	type IWebhookFunctions,
	NodeApiError,
	NodeOperationError,
	OperationalError,
	UserError,
} from 'n8n-workflow';
import type { Failure } from '../../core/errors';
import { type CatalogEntry, errorCatalog, type ErrorCode } from './error-catalog';

export type FailureDetails = {
	httpStatus?: number;
	/** Name of the parameter or field at fault, as the user sees it. */
	parameter?: string;
	/** The value of this parameter, if it may be shown. */
	address?: string;
	/** Further words, already free of tokens and personal data, such as the service's response or the reason. */
	detail?: string;
};

/** Never holds the original error: a request error of n8n carries the Authorization header. */
export function createNodeError(context: HasNode, code: ErrorCode, details: FailureDetails = {}) {
	const node = context.getNode();
	const entry: CatalogEntry = errorCatalog[code];
	const [happened, adviceForUser, adviceForTool = adviceForUser] = entry;
	const advice = isTool(context) ? adviceForTool : adviceForUser;
	const { httpStatus, parameter, address, detail } = details;
	const named = address === undefined ? `'${parameter}'` : `'${parameter}' (${address})`;
	const message = parameter === undefined ? happened : `${happened.slice(0, -1)}: ${named}.`;
	const description = joinSentences(advice, detail) + writeCode(code);
	const error =
		httpStatus === undefined
			? new NodeOperationError(node, message, { description })
			: new NodeApiError(node, {}, { message, description, httpCode: String(httpStatus) });
	Object.assign(error.context, { code });
	return error;
}

/** Whether the node is the tool of an AI agent: a model fills in the item and reads the errors, and fields are fewer. */
export function isTool(context: HasNode): boolean {
	return context.getNode().type.endsWith('Tool');
}

/** Ends each sentence with a full stop, and leaves out empty ones: `'Gone', ''` gives `Gone.` */
export function joinSentences(...sentences: (string | false | undefined)[]): string {
	return sentences
		.flatMap((sentence) => sentence || [])
		.map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`))
		.join(' ');
}

export function throwNodeError(
	context: NodeContext,
	code: ErrorCode,
	details?: FailureDetails,
): never {
	throw createNodeError(context, code, details);
}

export function throwReason(context: NodeContext, { code, message }: Failure<ErrorCode>): never {
	throwNodeError(context, code, { detail: `Reason: ${message}` });
}

/** n8n's own errors keep their words. Of other errors only the kind is shown, `TypeError`: the text may hold data. */
export function toNodeError(context: HasNode, error: unknown): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	for (const type of [ExpressionError, OperationalError, UserError]) {
		if (error instanceof type) return new NodeOperationError(context.getNode(), error);
	}
	const kind = error instanceof Error ? error.name : typeof error;
	return createNodeError(context, 'unexpected-failure', { detail: `Kind: ${kind}` });
}

/** All in the message, for publishing and for models. The editor cuts the end, so the code comes near the beginning. */
export function toErrorInOneText(context: HasNode, thrown: unknown): NodeError {
	const error = toNodeError(context, thrown);
	const { message, description } = error;
	const { code } = error.context;
	const end = writeCode(code);
	// The description of an error of ours ends with the code; n8n's own errors have none.
	error.message = description?.endsWith(end)
		? `${message} Code: ${String(code)}. ${description.slice(0, -end.length)}`
		: describeThrown(error);
	error.description = undefined;
	return error;
}

/** For places in which n8n shows only a message: message and description, once. */
export function describeThrown(thrown: unknown): string {
	if (!(thrown instanceof NodeApiError || thrown instanceof NodeOperationError)) {
		return thrown instanceof Error ? thrown.message : typeof thrown;
	}
	const { description, message } = thrown;
	const isThere = typeof description !== 'string' || message.includes(description);
	return isThere ? message : `${message} ${description}`;
}

function writeCode(code: unknown): string {
	return ` — Code: ${String(code)}`;
}

type NodeError = NodeApiError | NodeOperationError;

type HasNode = Pick<NodeContext, 'getNode'>;

export type NodeContext = IHookFunctions | IExecuteFunctions | IWebhookFunctions;

import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import type { NodeContext } from '../node-context';
import { errorCatalogue, type ErrorCode } from './error-catalogue';

/** What is known about a failure besides its code. */
export type FailureDetails = {
	/** Index of the input item at fault. */
	itemIndex?: number;
	/** HTTP status of the service's answer, where there was one. */
	httpStatus?: number;
	/** Whether something may have happened, so that the same must not be tried again at once. */
	isUnsettled?: boolean;
	/** Further words, already free of tokens and personal data: the field at fault, the service's message. */
	detail?: string;
};

/** What the errors of this file tell. */
const told = new WeakMap<Error, { code: ErrorCode; detail: string | undefined }>();

/**
 * Makes the error that n8n shows. It never holds the original error: a request error of n8n carries
 * the Authorization header.
 */
export function createNodeError(
	node: INode,
	code: ErrorCode,
	details: FailureDetails = {},
): NodeApiError | NodeOperationError {
	const { problem, advice } = errorCatalogue[code];
	const message = `${problem} ${advice}`;
	const { itemIndex, httpStatus, isUnsettled, detail } = details;
	const description = [detail, `Error code: ${code}`].filter(Boolean).join(' — ');
	const error =
		httpStatus === undefined
			? new NodeOperationError(node, message, { description, itemIndex })
			: new NodeApiError(
					node,
					{},
					{ message, description, httpCode: String(httpStatus), itemIndex },
				);
	error.context.code = code;
	told.set(error, { code, detail });
	if (isUnsettled) error.context.isUnsettled = true;
	return error;
}

/** Fails with the error of a code. */
export function throwNodeError(
	context: NodeContext,
	code: ErrorCode,
	details?: FailureDetails,
): never {
	throw createNodeError(context.getNode(), code, details);
}

/**
 * Whatever was thrown, as an error that n8n shows with the item at fault. n8n's own errors stay as
 * they are; of anything else only its kind is told, since its text may hold what was sent.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		if (itemIndex !== undefined) error.context.itemIndex ??= itemIndex;
		return error;
	}
	const kind = error instanceof Error ? error.name : typeof error;
	return createNodeError(node, 'unexpected-failure', { itemIndex, detail: `Kind: ${kind}` });
}

/**
 * Puts everything into the message, for where n8n shows nothing else: the service's own words, the
 * field at fault and the error code stand in the description. Does so once.
 */
export function tellInMessage<T extends NodeApiError | NodeOperationError>(error: T): T {
	const { description, message } = error;
	const isTold = typeof description !== 'string' || message.includes(description);
	if (!isTold) error.message = `${message} ${description}`;
	return error;
}

/**
 * Whatever was thrown, as an error that n8n shows in full if publishing fails: there it shows the
 * message alone, and n8n 1 and 2.0 show of a NodeApiError the description alone, if there is one. The
 * code stands near the beginning, since the editor cuts a long message.
 */
export function toPublishingError(node: INode, thrown: unknown): NodeApiError | NodeOperationError {
	const error = toNodeError(node, thrown);
	const { code, detail } = told.get(error) ?? {};
	if (code === undefined) {
		tellInMessage(error);
	} else {
		const { problem, advice } = errorCatalogue[code];
		error.message = [problem, `Error code: ${code}.`, advice, detail].filter(Boolean).join(' ');
	}
	error.description = undefined;
	return error;
}

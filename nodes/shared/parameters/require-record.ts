import type { IDataObject, INode } from 'n8n-workflow';
import type { ErrorCode } from '../errors/error-catalog';
import { createNodeError } from '../errors/node-errors';

/** A JSON object that was responded with; throws for anything else. */
export function requireRecord(
	node: INode,
	value: unknown,
	itemIndex?: number,
	code: ErrorCode = 'response-unreadable',
): IDataObject {
	if (isRecord(value)) return value;
	throw createNodeError(node, code, { itemIndex });
}

function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

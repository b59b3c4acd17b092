import type { IDataObject, INode } from 'n8n-workflow';
import { createNodeError } from '../errors/node-errors';

/** A JSON object that the service answered with; throws for anything else. */
export function requireRecord(node: INode, value: unknown, itemIndex?: number): IDataObject {
	if (isRecord(value)) return value;
	throw createNodeError(node, 'answer-unreadable', { itemIndex });
}

function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

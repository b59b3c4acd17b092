import type { IDataObject } from 'n8n-workflow';
import { readConnection } from '../../../shared/connection';
import { createNodeError } from '../../../shared/node-errors';
import { callService } from '../../../shared/transport';
import type { Operation } from '../operation';

function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** GET /api/Users/me: the record of the signed-in user, whose fields are not documented (2.10). */
export const getCurrent: Operation = {
	fields: [],
	async execute(context, itemIndex) {
		const connection = await readConnection(context);
		const user = await callService(
			context,
			connection,
			{ method: 'GET', path: '/api/Users/me' },
			itemIndex,
		);
		if (!isRecord(user)) {
			throw createNodeError(context.getNode(), 'answer-unreadable', { itemIndex });
		}
		return [{ json: user }];
	},
};

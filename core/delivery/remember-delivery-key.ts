import { createHash } from 'node:crypto';

/** What makes a delivery the same as an earlier one: all of it. */
export interface DeliveryKey {
	/** The address it came to: tells workflows, and test from production, apart. */
	webhookUrl: string;
	event: string;
	/** Id of the conversation; a record without one is never a duplicate. */
	id: string | null;
	shape: string;
	status: string | null;
	updatedAt: string | null;
}

/** A text of fixed length for the key, whatever a sender puts into an id; null without an id. */
export function hashDeliveryKey(key: DeliveryKey): string | null {
	if (key.id === null || key.id === '') return null;
	const parts = [key.webhookUrl, key.event, key.id, key.shape, key.status, key.updatedAt];
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

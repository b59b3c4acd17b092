import type { IDataObject } from 'n8n-workflow';
import {
	isConversationComplete,
	isEventWanted,
	parseBodyBytes,
	parseEnvelope,
	parseRecord,
} from '../../../core';
import type { Conversation } from '../../../core';
import { readList } from '../../shared/parameters/read-list';

/** An event that was understood, and the record in it. */
export interface ReceivedEvent {
	event: string;
	conversation: Conversation;
	record: Record<string, unknown>;
	/** An event of another name that the user lets through: its record may be anything. */
	isOther: boolean;
}

export type EventResult =
	| { kind: 'event'; received: ReceivedEvent }
	| { kind: 'ignored'; reason: string }
	| { kind: 'refused'; reason: string; message: string };

function refuse({ code, message }: { code: string; message: string }): EventResult {
	return { kind: 'refused', reason: code, message };
}

/** From the raw bytes to the event and its conversation: envelope, event name, record. */
export function readEvent(rawBody: Buffer | undefined, options: IDataObject): EventResult {
	const parsed = parseBodyBytes(rawBody ?? '');
	if (!parsed.success) return refuse(parsed.error);
	const envelope = parseEnvelope(parsed.body);
	if (!envelope.success) return refuse(envelope.error);
	const { event, record } = envelope;
	if (!isEventWanted(event, readList(options.events)))
		return { kind: 'ignored', reason: 'event-not-wanted' };
	const result = parseRecord(record);
	if (!result.success) return refuse(result.error);
	const isOther = !isConversationComplete(event);
	const { conversation } = result;
	return { kind: 'event', received: { event, conversation, record, isOther } };
}

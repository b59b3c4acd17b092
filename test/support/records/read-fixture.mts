import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Conversation } from '../../../core/conversation/conversation.ts';
import {
	applyStatements,
	buildItem,
	type Output,
	type OutputOptions,
} from '../../../core/conversation/outputs.ts';
import { isObject, type JsonObject, type UnknownObject } from '../../../core/json.ts';
import { parseRecord } from '../../../core/record/parse-record.ts';

/** The record of a case of test/fixtures/records. */
export function readRecord(name: string): UnknownObject {
	const path = join(__dirname, '../../fixtures/records', name, 'source.json');
	const record: unknown = JSON.parse(readFileSync(path, 'utf8'));
	if (!isObject(record)) throw new Error(`${name} is no object`);
	return record;
}

export function convert(record: unknown): Conversation {
	if (!isObject(record)) throw new Error('The record is no object');
	const parsed = parseRecord(record);
	if (!parsed.success) throw new Error(parsed.error.code);
	return parsed.conversation;
}

/** The conversation of a case of test/fixtures/records. */
export function readConversation(name: string): Conversation {
	return convert(readRecord(name));
}

/** The items of an output, with the statements of the user. */
export function buildOutputItems(
	output: Output,
	conversation: Conversation,
	whole: UnknownObject,
	options: OutputOptions = {},
): JsonObject[] {
	const stated = applyStatements(conversation, options);
	return [buildItem(whole, output, stated, whole, options)];
}

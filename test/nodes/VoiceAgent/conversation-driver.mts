import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { createRecord } from '../../../sandbox/conversations/create-record.mts';
import type { ConversationOptions } from '../../../sandbox/types.mts';
import { runNode, type RunOptions } from '../../support/in-process/driver.mts';

const endedAtMs = Date.parse('2026-11-03T09:17:30Z');

/** A record as the sandbox sends it, as JSON makes it. */
export function makeRecord(options: ConversationOptions = {}): IDataObject {
	const { record } = createRecord(
		{ seed: options.seed ?? 7, endedAtMs, options },
		{ baseUrl: 'http://127.0.0.1:1', nowMs: endedAtMs },
	);
	return JSON.parse(JSON.stringify(record));
}

/** The source of a case of test/fixtures/records. */
export function readFixture(name: string): IDataObject {
	const file = path.join(import.meta.dirname, '../../fixtures/records', name, 'source.json');
	return JSON.parse(readFileSync(file, 'utf8'));
}

/** Runs a conversation operation over items in n8n-core's own context, without any credential. */
export const runWithHints: typeof runNode = async (items, parameters, options) =>
	await runNode(items, { resource: 'conversation', ...parameters }, options);

/** The items alone. */
export const runItems = async (
	items: INodeExecutionData[],
	parameters: INodeParameters,
	options: RunOptions = {},
): Promise<INodeExecutionData[]> => (await runWithHints(items, parameters, options)).items;

/** The same for one item with these fields. */
export async function run(
	json: IDataObject,
	parameters: INodeParameters,
): Promise<INodeExecutionData[]> {
	return await runItems([{ json }], parameters);
}

/** The bytes of a binary field as text. */
export function readFile(item: INodeExecutionData | undefined, field: string): string {
	return Buffer.from(item?.binary?.[field]?.data ?? '', 'base64').toString('utf8');
}

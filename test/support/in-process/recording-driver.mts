import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { ConversationOptions, Sandbox } from '../../../sandbox/types.mts';
import { runNode, type RunOptions } from './driver.mts';
import { StoredCredential } from './stored-credential.mts';

export interface DownloadRun extends RunOptions {
	items: INodeExecutionData[];
	/** Default: as the API base URL of a credential that was never connected. */
	apiBaseUrl?: string;
}

/** Runs Recording → Download over the items. */
export async function download(
	parameters: INodeParameters,
	{ items, apiBaseUrl, ...options }: DownloadRun,
): Promise<INodeExecutionData[]> {
	const saved =
		apiBaseUrl === undefined ? {} : { credential: new StoredCredential({ apiBaseUrl }) };
	const operation = { resource: 'recording', operation: 'download', ...parameters };
	return (await runNode(items, operation, { ...saved, ...options })).items;
}

/** An item that holds an event with a record of the sandbox. */
export function createItem(sandbox: Sandbox, options?: ConversationOptions): INodeExecutionData {
	const data = sandbox.createRecord({ seed: 3, withTestRun: true, ...options });
	const json = JSON.stringify({ event: 'ConversationComplete', data });
	return { json: JSON.parse(json) };
}

/** The first item's reports by track. */
export function readReports(items: INodeExecutionData[]): Record<string, object> {
	const tracks: unknown = Object(items[0]?.json.recordings).tracks;
	if (!Array.isArray(tracks)) throw new Error('The item tells nothing of tracks.');
	return Object.fromEntries(tracks.map((report) => [String(report.track), { ...report }]));
}

/** The failure of a run that must fail. */
export async function failureOf(run: Promise<unknown>): Promise<Error> {
	const outcome = await run.then(
		() => undefined,
		(error: unknown) => error,
	);
	if (outcome instanceof Error) return outcome;
	throw new Error('The run did not fail.');
}

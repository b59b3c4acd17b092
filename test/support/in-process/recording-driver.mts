import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import type { ConversationOptions, Sandbox } from '../../../sandbox/types.mts';
import { createHost } from './host.mts';
import type { HostOptions } from './host.mts';
import { StoredCredential } from './stored-credential.mts';

const { execute } = new VoiceAgent();

export interface DownloadRun extends Partial<HostOptions> {
	items: INodeExecutionData[];
	/** Default: as the API base URL of a credential that was never connected. */
	apiBaseUrl?: string;
	/** Ends if the user stops the execution. */
	stopped?: AbortSignal;
	/** Runs once the headers of a response have come, before the node sees them. */
	onResponse?: () => void;
	/** Hears of each piece that n8n's binary data is handed. */
	onPiece?: (bytes: number) => void;
}

/** Runs Recording → Download over the items. */
export async function download(
	parameters: INodeParameters,
	{ items, apiBaseUrl, stopped, onResponse, onPiece, ...options }: DownloadRun,
): Promise<INodeExecutionData[]> {
	const host = createHost({
		type: 'voiceAgent',
		credential:
			apiBaseUrl === undefined ? undefined : new StoredCredential({ apiBaseUrl: apiBaseUrl }),
		...options,
		parameters: { resource: 'recording', operation: 'download', ...parameters },
	});
	const context = host.execute(items);
	if (stopped !== undefined) context.getExecutionCancelSignal = () => stopped;
	if (onResponse !== undefined) {
		const { httpRequest } = context.helpers;
		context.helpers.httpRequest = async (request) => {
			const response: unknown = await httpRequest(request);
			onResponse();
			return response;
		};
	}
	if (onPiece !== undefined) {
		const { prepareBinaryData } = context.helpers;
		context.helpers.prepareBinaryData = async (data, ...about) => {
			if (Buffer.isBuffer(data)) throw new Error('A recording must not come in one piece.');
			const heard = data.map((piece: Buffer) => {
				onPiece(piece.length);
				return piece;
			});
			return await prepareBinaryData(heard, ...about);
		};
	}
	const [output = []] = await execute.call(context);
	return output;
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

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { hasCredential, readAddress, readCredential } from '../../../shared';

const BYTES_PER_MEGABYTE = 1_000_000;
const DEFAULT_MAX_MEGABYTES = 500;
const DEFAULT_TIME_LIMIT_SECONDS = 300;
/** A timer of a month would overflow and end at once. */
const MAX_TIME_LIMIT_SECONDS = 86_400;

/** What to do about a track that the conversation does not have. */
export type OnMissing = 'continue' | 'continueWithoutAny' | 'fail';

export type DownloadOptions = {
	maxBytes: number;
	timeLimitMs: number;
	onMissing: OnMissing;
};

export function readDownloadOptions(
	context: IExecuteFunctions,
	itemIndex: number,
): DownloadOptions {
	const options: IDataObject = context.getNodeParameter('options', itemIndex, {});
	const { ifMissing } = options;
	const seconds = readPositive(options.timeLimit, DEFAULT_TIME_LIMIT_SECONDS);
	return {
		maxBytes: Math.floor(
			readPositive(options.maximumSize, DEFAULT_MAX_MEGABYTES) * BYTES_PER_MEGABYTE,
		),
		timeLimitMs: Math.ceil(Math.min(seconds, MAX_TIME_LIMIT_SECONDS) * 1000),
		onMissing: ifMissing === 'fail' || ifMissing === 'continueWithoutAny' ? ifMissing : 'continue',
	};
}

/** The API base address of the credential, which need not be connected: nothing is signed in. */
export async function readApiBaseUrl(context: IExecuteFunctions): Promise<string | undefined> {
	if (!hasCredential(context)) return undefined;
	return readAddress(context, await readCredential(context), 'baseUrl');
}

/** What is no positive number is the default: no expression lifts a limit by being empty. */
function readPositive(value: unknown, otherwise: number): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && number > 0 && Number.isFinite(number) ? number : otherwise;
}

import { oneOf, readCollection, readList } from '../../../shared/settings';

const BYTES_PER_MEGABYTE = 1_000_000;
const DEFAULT_MAX_MEGABYTES = 500;
const DEFAULT_TIME_LIMIT_SECONDS = 300;
/** A timer of a month would overflow and end at once. */
const MAX_TIME_LIMIT_SECONDS = 86_400;

const ON_MISSING = ['continue', 'continueWithoutAny', 'fail'] as const;

/** How Download treats a track that the conversation does not have. */
export type OnMissing = (typeof ON_MISSING)[number];

/** How recordings are downloaded. */
export type DownloadSettings = {
	maxBytes: number;
	/** For each track. */
	timeLimitMs: number;
	/** Hosts on a private network that the user allows, as `host` or `host:port`. */
	privateHosts: string[];
	onMissing: OnMissing;
};

/** Reads the collection Options of Recording → Download. Never fails. */
export function readDownloadSettings(options: unknown): DownloadSettings {
	const { maximumSize, timeLimit, privateHosts, ifMissing } = readCollection(options);
	const megabytes = readPositive(maximumSize) ?? DEFAULT_MAX_MEGABYTES;
	const seconds = readPositive(timeLimit) ?? DEFAULT_TIME_LIMIT_SECONDS;
	return {
		maxBytes: Math.floor(megabytes * BYTES_PER_MEGABYTE),
		timeLimitMs: Math.ceil(Math.min(seconds, MAX_TIME_LIMIT_SECONDS) * 1000),
		privateHosts: readList(privateHosts),
		onMissing: oneOf(ifMissing, ON_MISSING, 'continue'),
	};
}

/** Anything but a positive number gives nothing: no expression lifts a limit by being empty. */
function readPositive(value: unknown): number | undefined {
	const number = typeof value === 'string' ? Number(value) : value;
	return typeof number === 'number' && number > 0 && Number.isFinite(number) ? number : undefined;
}

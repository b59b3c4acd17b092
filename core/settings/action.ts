import * as z from 'zod/v4-mini';
import type { TranscriptOptions } from '../conversation/transcript/transcript';
import { COLLECTION, IS_TRUE, LIST } from './values';

const TRANSCRIPT_OPTIONS = z.pipe(
	COLLECTION,
	z.object({
		includeSystemTurns: IS_TRUE,
		includeTimes: IS_TRUE,
		includeToolCalls: IS_TRUE,
	}),
);

/** Reads the collection Options of Conversation → Get Transcript. Never fails. */
export function parseTranscriptSettings(options: unknown): TranscriptOptions {
	return z.parse(TRANSCRIPT_OPTIONS, options);
}

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

const DOWNLOAD_OPTIONS = z.pipe(
	COLLECTION,
	z.object({
		maximumSize: positive(DEFAULT_MAX_MEGABYTES),
		timeLimit: positive(DEFAULT_TIME_LIMIT_SECONDS),
		privateHosts: LIST,
		ifMissing: z.catch(z.enum(ON_MISSING), 'continue'),
	}),
);

/** Reads the collection Options of Recording → Download. Never fails. */
export function parseDownloadSettings(options: unknown): DownloadSettings {
	const { maximumSize, timeLimit, privateHosts, ifMissing } = z.parse(DOWNLOAD_OPTIONS, options);
	return {
		maxBytes: Math.floor(maximumSize * BYTES_PER_MEGABYTE),
		timeLimitMs: Math.ceil(Math.min(timeLimit, MAX_TIME_LIMIT_SECONDS) * 1000),
		privateHosts,
		onMissing: ifMissing,
	};
}

/** Anything but a positive number gives the default: no expression lifts a limit by being empty. */
function positive(otherwise: number) {
	return z.transform((value) => {
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		return typeof number === 'number' && number > 0 && Number.isFinite(number) ? number : otherwise;
	});
}

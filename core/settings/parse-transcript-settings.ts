import * as z from 'zod/v4-mini';
import type { TranscriptOptions } from '../conversation/transcript/list-transcript-entries';
import { COLLECTION, IS_TRUE } from './setting-types';

const OPTIONS = z.pipe(
	COLLECTION,
	z.object({
		includeSystemTurns: IS_TRUE,
		includeTimes: IS_TRUE,
		includeToolCalls: IS_TRUE,
	}),
);

/** Reads the collection Options of Conversation → Get Transcript. Never fails. */
export function parseTranscriptSettings(options: unknown): TranscriptOptions {
	return z.parse(OPTIONS, options);
}

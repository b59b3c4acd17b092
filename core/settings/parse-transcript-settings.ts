import * as z from 'zod/v4-mini';
import type { TranscriptOptions } from '../conversation/transcript/list-transcript-entries';
import { COLLECTION, IS_TRUE } from './setting-types';

const OPTIONS = z.pipe(
	COLLECTION,
	z.object({
		includeSystemTurns: IS_TRUE,
		includeTimes: IS_TRUE,
		includeToolCalls: IS_TRUE,
		leaveOutToolCalls: IS_TRUE,
	}),
);

/**
 * Reads the collection Options of Conversation → Get Transcript. Never fails.
 * @param isChat whether the format is a list of messages: tool calls are in it unless left out
 */
export function parseTranscriptSettings(options: unknown, isChat: boolean): TranscriptOptions {
	const { leaveOutToolCalls, ...switches } = z.parse(OPTIONS, options);
	return isChat ? { ...switches, includeToolCalls: !leaveOutToolCalls } : switches;
}

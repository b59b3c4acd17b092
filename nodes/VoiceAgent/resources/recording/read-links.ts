import type { IExecuteFunctions } from 'n8n-workflow';
import {
	isRecordingTrack,
	listRecordingLinks,
	RECORDING_TRACKS,
	type RecordingLink,
	type RecordingTrack,
} from '../../../../core';
import { readProperty, readText, throwNodeError } from '../../../shared';
import { readItem } from '../../items/read-item';

/** What is to be downloaded for one item. */
export type RecordingLinks = {
	conversationId: string | null;
	links: RecordingLink[];
};

/** The links of the item's conversation to the selected tracks, or the ones that were entered; at least one. */
export function readLinks(context: IExecuteFunctions, itemIndex: number): RecordingLinks {
	const isEntered = context.getNodeParameter('source', itemIndex, 'item') === 'urls';
	const found = isEntered
		? readUrls(context, itemIndex)
		: readItemLinks(context, itemIndex, readTracks(context, itemIndex));
	if (found.links.length > 0) return found;
	throwNodeError(context, 'recording-track-not-selected', { itemIndex });
}

function readTracks(context: IExecuteFunctions, itemIndex: number): RecordingTrack[] {
	const selected = context.getNodeParameter('tracks', itemIndex, ['conversation']);
	return [selected].flat().filter(isRecordingTrack);
}

function readUrls(context: IExecuteFunctions, itemIndex: number): RecordingLinks {
	const urls: unknown = context.getNodeParameter('urls', itemIndex, {});
	const read = (name: string) => readText(readProperty(urls, name)) ?? null;
	// Added and left empty is a missing track; not added is none that was asked for.
	const tracks = RECORDING_TRACKS.filter((track) => readProperty(urls, track) !== undefined);
	return {
		conversationId: read('conversationId'),
		links: tracks.map((track) => ({ track, url: read(track), expiresAt: read('expiresAt') })),
	};
}

function readItemLinks(
	context: IExecuteFunctions,
	itemIndex: number,
	tracks: RecordingTrack[],
): RecordingLinks {
	const { conversation } = readItem(context, itemIndex);
	return { conversationId: conversation.id, links: listRecordingLinks(conversation, tracks) };
}

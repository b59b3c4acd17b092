import type { IExecuteFunctions } from 'n8n-workflow';
import {
	isRecordingTrack,
	listRecordingLinks,
	RECORDING_TRACKS,
	type RecordingLink,
} from '../../../../core/recording';
import type { ErrorCode } from '../../../shared/error-catalog';
import { readProperty } from '../../../../core/json';
import { throwNodeError } from '../../../shared/errors';
import { readText } from '../../../shared/settings';
import { readItem } from '../../items';
import type { OnMissing } from './settings';
import type { TrackReport } from './track';

/** Tracks and links to download for one item. */
type RecordingLinks = {
	conversationId: string | null;
	links: RecordingLink[];
};

/** The links of the item's conversation to the selected tracks, or the ones that were entered; at least one. */
export function readLinks(context: IExecuteFunctions, itemIndex: number): RecordingLinks {
	const isEntered = context.getNodeParameter('source', itemIndex, 'item') === 'urls';
	const found = isEntered ? readUrls(context, itemIndex) : readItemLinks(context, itemIndex);
	if (found.links.length > 0) return found;
	throwNodeError(context, 'recording-track-not-selected');
}

/** Throws, before anything is downloaded, if a track is missing that must not be. */
export function requireTracks(
	context: IExecuteFunctions,
	links: RecordingLink[],
	onMissing: OnMissing,
): void {
	const missing = links.filter(({ url }) => url === null);
	if (onMissing !== 'fail' || missing.length === 0) return;
	throwNodeError(context, 'recording-missing', {
		detail: `Tracks: ${missing.map(({ track }) => track).join(', ')}`,
	});
}

/** Throws if nothing was downloaded, unless nothing was there and the user takes that. */
export function requireDownload(
	context: IExecuteFunctions,
	reports: TrackReport[],
	onMissing: OnMissing,
): void {
	if (reports.some(({ status }) => status === 'downloaded')) return;
	const areAllMissing = reports.every(({ status }) => status === 'missing');
	if (areAllMissing && onMissing === 'continueWithoutAny') return;
	throwNodeError(context, chooseCode(reports), {
		httpStatus: reports.length === 1 ? (reports[0]?.http_status ?? undefined) : undefined,
		detail: reports.map(describeReport).join('; '),
	});
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

function readItemLinks(context: IExecuteFunctions, itemIndex: number): RecordingLinks {
	const selected = context.getNodeParameter('tracks', itemIndex, ['conversation']);
	const tracks = [selected].flat().filter(isRecordingTrack);
	const { conversation } = readItem(context, itemIndex);
	return { conversationId: conversation.id, links: listRecordingLinks(conversation, tracks) };
}

function chooseCode(reports: TrackReport[]): ErrorCode {
	const [first, ...others] = reports.flatMap(({ code }) => code ?? []);
	return first !== undefined && others.every((code) => code === first)
		? first
		: 'recordings-not-downloaded';
}

function describeReport({ track, code, url_host, http_status }: TrackReport): string {
	const facts = [code, url_host, http_status === null ? null : `status ${http_status}`];
	return `${track}: ${facts.filter(Boolean).join(', ')}`;
}

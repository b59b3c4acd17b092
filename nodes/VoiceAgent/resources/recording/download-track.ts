import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { decideRecordingType, type DownloadSettings, type RecordingLink } from '../../../../core';
import { startDeadline } from '../../../shared';
import { nameFile } from '../../items/create-file';
import { openRecording } from './open-recording';
import { storeRecording } from './store-recording';
import type { RecordingFailure, StoredRecording } from './track-report';

const MAX_ID_CHARACTERS = 64;

/** What is the same for every track of an item. */
export type ItemSettings = {
	conversationId: string | null;
	/** `undefined` if no credential says it: https and public hosts alone then. */
	apiBaseUrl: string | undefined;
} & Omit<DownloadSettings, 'onMissing'>;

/** Downloads one track into n8n's binary data. Throws only if the node itself is at fault. */
export async function downloadTrack(
	context: IExecuteFunctions,
	link: RecordingLink,
	binaryPrefix: string,
	settings: ItemSettings,
): Promise<(StoredRecording & { binary: IBinaryData }) | RecordingFailure> {
	const { url } = link;
	if (url === null) return { success: false, code: 'recording-missing', urlHost: null };
	const { conversationId, maxBytes } = settings;
	const time = startDeadline(context, settings.timeLimitMs);
	const opened = await openRecording(context, { ...link, url }, settings, time);
	if (!opened.success) return opened;
	const { answer, host, urls } = opened;
	const chooseFile = (start: string) => {
		const type = decideRecordingType({ ...answer, start, urls });
		if (type === undefined) return undefined;
		const fileName = nameRecording(link, conversationId, type.extension);
		return { fileName, mimeType: type.mimeType };
	};
	const stored = await storeRecording(context, answer, chooseFile, { maxBytes, time });
	if (!stored.success) return { success: false, code: stored.code, urlHost: host };
	const { binary, bytes, fileName, mimeType } = stored;
	const binaryField = nameBinaryField(link, binaryPrefix);
	return { success: true, urlHost: host, binaryField, fileName, mimeType, bytes, binary };
}

/** The binary field that a track is put in. */
export function nameBinaryField(link: RecordingLink, binaryPrefix: string): string {
	return [binaryPrefix, ...listNameParts(link)].join('_');
}

/** The conversation's own track has no name of its own, in file names and binary fields alike. */
function listNameParts({ track }: RecordingLink): string[] {
	return track === 'conversation' ? [] : [track];
}

function nameRecording(link: RecordingLink, id: string | null, extension: string): string {
	const start = id === null ? [] : [id.slice(0, MAX_ID_CHARACTERS)];
	return nameFile([...start, ...listNameParts(link)].join('-'), extension);
}

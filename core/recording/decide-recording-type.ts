/** What a recording is stored as. */
export type RecordingType = {
	/** Of sound or video, or `application/octet-stream`. */
	mimeType: string;
	/** Without the dot; `bin` if nothing is known. */
	extension: string;
};

const UNKNOWN_TYPE = 'application/octet-stream';

/** Known extensions with their types; the first extension of a type is given to new files. */
const TYPES_BY_EXTENSION: Record<string, string> = {
	wav: 'audio/wav',
	mp3: 'audio/mpeg',
	m4a: 'audio/mp4',
	aac: 'audio/aac',
	flac: 'audio/flac',
	ogg: 'audio/ogg',
	oga: 'audio/ogg',
	opus: 'audio/opus',
	weba: 'audio/webm',
	mp4: 'video/mp4',
	webm: 'video/webm',
};

const OTHER_NAMES: Record<string, string> = {
	'audio/x-wav': 'audio/wav',
	'audio/wave': 'audio/wav',
	'audio/vnd.wave': 'audio/wav',
	'audio/mp3': 'audio/mpeg',
	'audio/x-m4a': 'audio/mp4',
	'audio/m4a': 'audio/mp4',
	'audio/x-flac': 'audio/flac',
};

/**
 * The type of a downloaded recording and the extension of its file: from the answer's content type,
 * else from the extension in the address. The document names no format (part 2.5). A content type
 * that is neither sound nor video is not passed on, nor anything of the address but a known
 * extension: no sender may choose what a browser makes of the file.
 *
 * @param recording.contentType header of the storage's response, if it sent one
 */
export function decideRecordingType(recording: {
	contentType: string | undefined;
	url: URL;
}): RecordingType {
	const urlExtension = readExtension(recording.url);
	const urlType = urlExtension === undefined ? undefined : TYPES_BY_EXTENSION[urlExtension];
	const mimeType = readMediaType(recording.contentType) ?? urlType ?? UNKNOWN_TYPE;
	return { mimeType, extension: findExtension(mimeType) ?? urlExtension ?? 'bin' };
}

function readMediaType(contentType: string | undefined): string | undefined {
	const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
	return /^(?:audio|video)\/[a-z0-9][a-z0-9.+-]{0,60}$/.test(type)
		? (OTHER_NAMES[type] ?? type)
		: undefined;
}

function findExtension(mimeType: string): string | undefined {
	return Object.entries(TYPES_BY_EXTENSION).find(([, type]) => type === mimeType)?.[0];
}

function readExtension(url: URL): string | undefined {
	const extension = /\.([a-z0-9]{1,5})$/i.exec(url.pathname)?.[1]?.toLowerCase();
	return extension !== undefined && Object.hasOwn(TYPES_BY_EXTENSION, extension)
		? extension
		: undefined;
}

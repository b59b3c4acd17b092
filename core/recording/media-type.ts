import { isSent } from '../json';

export const INSPECTED_BYTES = 1024;

export type RecordingBody = {
	/** The first {@link INSPECTED_BYTES} bytes, or all of a shorter body, one character a byte. */
	start: string;
	contentType: string | undefined;
	/** The link and where it led to: the addresses from the first to the last. */
	urls: readonly URL[];
};

const UNKNOWN_TYPE = 'application/octet-stream';

/** A new file gets the first extension of its type. */
const KNOWN_TYPES: ReadonlyArray<
	readonly [type: string, extensions: readonly string[], otherNames: readonly string[]]
> = [
	['audio/wav', ['wav'], ['audio/x-wav', 'audio/wave', 'audio/vnd.wave']],
	['audio/mpeg', ['mp3'], ['audio/mp3']],
	['audio/mp4', ['m4a'], ['audio/x-m4a', 'audio/m4a']],
	['audio/aac', ['aac'], []],
	['audio/flac', ['flac'], ['audio/x-flac']],
	['audio/ogg', ['ogg', 'oga', 'opus'], []],
	['audio/webm', ['weba'], []],
	['video/mp4', ['mp4'], []],
	['video/webm', ['webm'], []],
];

const SIGNATURES: ReadonlyArray<readonly [RegExp, string]> = [
	[/^(?:RIFF|RF64)/, 'audio/wav'],
	// ID3, or a frame of layer II or III. One of layer I would begin as UTF-16 text does.
	[/^(?:ID3|\xFF[\xE2-\xE5\xF2-\xF5\xFA-\xFD])/, 'audio/mpeg'],
	[/^\xFF[\xF0\xF1\xF8\xF9]/, 'audio/aac'],
	[/^fLaC/, 'audio/flac'],
	[/^OggS/, 'audio/ogg'],
	[/^[^]{4}ftypM4A/, 'audio/mp4'],
	[/^[^]{4}ftyp/, 'video/mp4'],
	[/^[^]E\xDF\xA3/, 'video/webm'],
	[/^FORM[^]{4}AIF/, 'audio/aiff'],
	[/^#!AMR/, 'audio/amr'],
];

/** A web page, XML, JSON, a playlist, or an empty body; a byte order mark may come first. */
const DOCUMENT =
	/^(?:\xEF\xBB\xBF)?\s*(?:$|<[!?a-z_]|#EXTM3U|\[playlist|\{\s*(?:"|\}\s*$)|\[\s*(?:["[{]|\]\s*$))/i;

const AUDIO_TYPE = /^(?:audio|video)\/[a-z0-9][a-z0-9.-]{0,60}$/;
const DOCUMENT_TYPE = /^(?:text\/.+|application\/(?:.+\+)?(?:json|xml))$/;

/**
 * The type of a recording and the extension of its file; `undefined` if the body is no recording. No other types than
 * those of audio and video are passed on: no sender may select what a browser makes of the file.
 */
export function decideRecordingType(body: RecordingBody) {
	const knownType = SIGNATURES.find(([signature]) => signature.test(body.start))?.[1];
	const declaredType = readMediaType(body.contentType);
	// The first bytes win: a storage may declare any type. Some formats have no signature.
	if (knownType === undefined && isDocument(body.start, declaredType)) return undefined;
	const inUrls = [body.urls.at(-1), body.urls[0]].map((url) => readExtension(url?.pathname));
	const fromUrl = inUrls.find(isSent);
	const labelled = AUDIO_TYPE.test(declaredType) ? declaredType : fromUrl?.type;
	// A container of video may hold sound alone, as its label says: `audio/mp4`.
	const isContainer = knownType?.startsWith('video/');
	const mimeType = (isContainer ? labelled : knownType) ?? knownType ?? labelled ?? UNKNOWN_TYPE;
	const ofType = KNOWN_TYPES.find(([type]) => type === mimeType)?.[1][0];
	return { mimeType, extension: ofType ?? fromUrl?.extension ?? 'bin' };
}

function isDocument(start: string, declaredType: string): boolean {
	// A control character other than white space shows that this is no text. `\x80-\x9F` are bytes of UTF-8
	// characters here, and DEL (`\x7F`) is let through.
	const isText = !/[^\P{Cc}\s\x7F-\x9F]/u.test(start);
	return (isText && DOCUMENT.test(start)) || DOCUMENT_TYPE.test(declaredType);
}

function readMediaType(contentType = ''): string {
	const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
	return KNOWN_TYPES.find(([, , otherNames]) => otherNames.includes(type))?.[0] ?? type;
}

function readExtension(name = '') {
	const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase();
	if (extension === undefined) return undefined;
	const [type] = KNOWN_TYPES.find(([, extensions]) => extensions.includes(extension)) ?? [];
	return type === undefined ? undefined : { extension, type };
}

/** What a recording is stored as. */
export type RecordingType = {
	/** Of audio or video, or `application/octet-stream`. */
	mimeType: string;
	/** Without the dot; `bin` if nothing is known. */
	extension: string;
};

/** What is known of a body before it is read. */
export type RecordingBody = {
	/** The first {@link INSPECTED_BYTES} bytes, or all of a shorter body, one character a byte. */
	start: string;
	/** Headers of the storage's response, if it sent them. */
	contentDisposition: string | undefined;
	contentType: string | undefined;
	/** The link and where it led to: the addresses from the first to the last. */
	urls: readonly URL[];
};

/** How many of a body's first bytes {@link decideRecordingType} looks at. */
export const INSPECTED_BYTES = 1024;

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
	opus: 'audio/ogg',
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

/** How audio and video begin, and the type that this means. */
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

/** A web page, XML, JSON, or nothing at all, after the mark of UTF-8. */
const DOCUMENT = /^(?:\xEF\xBB\xBF)?\s*(?:$|<[!?a-z]|\{\s*(?:"|\}\s*$)|\[\s*(?:["[{]|\]\s*$))/i;

const AUDIO_TYPE = /^(?:audio|video)\/[a-z0-9][a-z0-9.+-]{0,60}$/;
const DOCUMENT_TYPE = /^(?:text\/.+|application\/(?:.+\+)?(?:json|xml))$/;

/**
 * The type of a downloaded recording and the extension of its file, or `undefined` if the body is no
 * recording.
 *
 * Whether it is one, its first bytes say: those of a known format are audio whatever the storage calls
 * them; a web page, XML, JSON or nothing is none, whatever the link is called. Where they say nothing
 * (some formats have no mark), the declared type decides.
 *
 * Which one, the file name in Content-Disposition says, else the content type, the last address, the
 * first address, and the first bytes, because the document names no format (part 2.5). Nothing that is
 * neither audio nor video is passed on, nor anything of a name but a known extension: no sender may
 * select what a browser makes of the file.
 */
export function decideRecordingType(body: RecordingBody): RecordingType | undefined {
	const knownType = SIGNATURES.find(([signature]) => signature.test(body.start))?.[1];
	const declaredType = readMediaType(body.contentType);
	const isDocument = isText(body.start) && DOCUMENT.test(body.start);
	if (knownType === undefined && (isDocument || DOCUMENT_TYPE.test(declaredType))) return undefined;
	const named = readExtension(readFileName(body.contentDisposition));
	const fromUrl =
		readExtension(body.urls.at(-1)?.pathname) ?? readExtension(body.urls[0]?.pathname);
	const mimeType =
		findType(named) ??
		(AUDIO_TYPE.test(declaredType) ? declaredType : undefined) ??
		findType(fromUrl) ??
		knownType ??
		UNKNOWN_TYPE;
	return { mimeType, extension: named ?? findExtension(mimeType) ?? fromUrl ?? 'bin' };
}

/** In lower case and without parameters; empty if there is none. */
function readMediaType(contentType = ''): string {
	const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
	return OTHER_NAMES[type] ?? type;
}

/** Whether it holds no control characters but those of text. */
function isText(start: string): boolean {
	return !/[^\P{Cc}\s\x7F-\x9F]/u.test(start);
}

/** Also of `filename*`, whose encoding leaves an extension as it is. */
function readFileName(contentDisposition = ''): string | undefined {
	const [, quoted, plain] = /filename\*?=(?:"([^"]*)"|([^;]*))/i.exec(contentDisposition) ?? [];
	return (quoted ?? plain)?.trim();
}

function readExtension(name = ''): string | undefined {
	const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase();
	return extension !== undefined && Object.hasOwn(TYPES_BY_EXTENSION, extension)
		? extension
		: undefined;
}

function findType(extension: string | undefined): string | undefined {
	return extension === undefined ? undefined : TYPES_BY_EXTENSION[extension];
}

function findExtension(mimeType: string): string | undefined {
	return Object.entries(TYPES_BY_EXTENSION).find(([, type]) => type === mimeType)?.[0];
}

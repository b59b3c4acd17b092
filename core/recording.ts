import { type Conversation, URL_FIELDS } from './conversation/conversation';
import { parseHttpUrl } from './net/address';
import { isPrivateHost } from './net/private-host';
import { parseTimestamp } from './time';

/** One of the five recordings that a conversation can have. */
export type RecordingTrack = keyof typeof URL_FIELDS;
export const RECORDING_TRACKS = Object.keys(URL_FIELDS).filter(
	(name): name is RecordingTrack => name in URL_FIELDS,
);

/** Where a track is found, and until when, as far as the record says. */
export type RecordingLink = {
	track: RecordingTrack;
	/** `null` if the conversation has no such recording; a blank link is none. */
	url: string | null;
	/** ISO 8601, UTC; `null` if the record does not say. */
	expiresAt: string | null;
};

/**
 * The links of a conversation to the tracks asked for, in the order of {@link RECORDING_TRACKS}, each
 * once (part 2.5 of the interface document; shape B has the first alone, 2.9). Other names are passed
 * over. `audio_url_expires_at` goes with each of them: the document gives no other moment.
 */
export function listRecordingLinks(
	conversation: Conversation,
	tracks: readonly unknown[],
): RecordingLink[] {
	return RECORDING_TRACKS.filter((track) => tracks.includes(track)).map((track) => ({
		track,
		url: conversation[URL_FIELDS[track]]?.trim() || null,
		expiresAt: conversation.audio_url_expires_at,
	}));
}

/** The addresses that a recording's address is compared with. */
type RecordingUrlContext = {
	/** API base URL; without one, https and public hosts alone are let through. */
	apiBaseUrl?: string;
	/** Private hosts that the user allows, as `host` or `host:port`. */
	privateHosts?: readonly string[];
	/** The address that redirected here; relative addresses are resolved against it. */
	redirectedFrom?: URL;
};

/** More than servers take by default. */
const MAX_ADDRESS_CHARACTERS = 16_384;
/** Of a name in DNS. Reports and messages tell the host. */
const MAX_HOST_CHARACTERS = 253;

/**
 * Decides whether n8n may fetch a recording from an address that came from outside: of the record, or
 * of each redirect on the way. Returns the address in its normal form without a fragment, in which
 * decimal, octal and hexadecimal spellings of an IPv4 address are the same, or a code:
 * - `recording-url-invalid`: no address, one that is too long for a server, or a relative one with nothing to
 *   resolve it against
 * - `recording-url-scheme`: neither https, nor http if the API base URL is http or the host is an
 *   allowed private one; or a redirect that changes the scheme
 * - `recording-url-with-credentials`: a user name or a password in the address
 * - `recording-url-private`: localhost, a name of a local network, or a literal private, loopback or
 *   link-local address, and neither of the API base's own origin nor an allowed host
 *
 * Another port of the API's machine, or of an allowed host, is not allowed with it.
 * Not checked: a public name that resolves to a private address.
 */
export function checkRecordingUrl(
	text: string,
	{ apiBaseUrl, privateHosts = [], redirectedFrom }: RecordingUrlContext,
) {
	if (text.length > MAX_ADDRESS_CHARACTERS || !URL.canParse(text, redirectedFrom?.href)) {
		return 'recording-url-invalid';
	}
	const url = new URL(text, redirectedFrom?.href);
	if (url.hostname.length > MAX_HOST_CHARACTERS) return 'recording-url-invalid';
	const base = apiBaseUrl === undefined ? undefined : parseHttpUrl(apiBaseUrl);
	const isPrivate = isPrivateHost(url.hostname);
	const isAllowedPrivate = isPrivate && privateHosts.some((host) => isSameHost(host, url));
	const mayBeHttp = base?.protocol === 'http:' || isAllowedPrivate;
	const keepsScheme = redirectedFrom === undefined || url.protocol === redirectedFrom.protocol;
	if (!keepsScheme || !(url.protocol === 'https:' || (url.protocol === 'http:' && mayBeHttp))) {
		return 'recording-url-scheme';
	}
	if (url.username !== '' || url.password !== '') return 'recording-url-with-credentials';
	if (isPrivate && !isAllowedPrivate && url.origin !== base?.origin) return 'recording-url-private';
	url.hash = '';
	return url;
}

/** Without a port, the one that the scheme implies is meant. */
function isSameHost(allowed: string, url: URL): boolean {
	const address = `${url.protocol}//${allowed}`;
	return URL.canParse(address) && new URL(address).host === url.host;
}

/** Statuses with which a storage rejects a link that has expired. */
const REJECTING_STATUSES = [401, 403, 404, 410];

/** XML of a storage, after the mark of UTF-8, that names the reason. */
const EXPIRED_XML = /^(?:\xEF\xBB\xBF)?\s*<(?:\?xml|error)\b[^]*expired/i;

/**
 * Whether a storage's rejection means that the link has expired, whatever the track: its XML says so, or
 * `audio_url_expires_at`, which ends all five links (part 6). That is no reason not to try, because the
 * clocks of the service and of n8n may differ.
 * @param start the first {@link INSPECTED_BYTES} bytes of the body, one character a byte
 * @param nowMs milliseconds since 1970
 */
export function isExpiryRejection(
	status: number,
	start: string,
	{ expiresAt }: Pick<RecordingLink, 'expiresAt'>,
	nowMs: number,
): boolean {
	if (status === 400) return start.includes('ExpiredToken');
	const hasEnded = nowMs >= (parseTimestamp(expiresAt) ?? Infinity);
	return REJECTING_STATUSES.includes(status) && (hasEnded || EXPIRED_XML.test(start));
}

/** The start, the headers and the addresses of a body: its type follows from them. */
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
const TYPES_BY_EXTENSION = new Map([
	['wav', 'audio/wav'],
	['mp3', 'audio/mpeg'],
	['m4a', 'audio/mp4'],
	['aac', 'audio/aac'],
	['flac', 'audio/flac'],
	['ogg', 'audio/ogg'],
	['oga', 'audio/ogg'],
	['opus', 'audio/ogg'],
	['weba', 'audio/webm'],
	['mp4', 'video/mp4'],
	['webm', 'video/webm'],
]);

const OTHER_NAMES = new Map([
	['audio/x-wav', 'audio/wav'],
	['audio/wave', 'audio/wav'],
	['audio/vnd.wave', 'audio/wav'],
	['audio/mp3', 'audio/mpeg'],
	['audio/x-m4a', 'audio/mp4'],
	['audio/m4a', 'audio/mp4'],
	['audio/x-flac', 'audio/flac'],
]);

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

/** A web page, XML, JSON, a list to play, or nothing at all, after the mark of UTF-8. */
const DOCUMENT =
	/^(?:\xEF\xBB\xBF)?\s*(?:$|<[!?a-z_]|#EXTM3U|\[playlist|\{\s*(?:"|\}\s*$)|\[\s*(?:["[{]|\]\s*$))/i;

const AUDIO_TYPE = /^(?:audio|video)\/[a-z0-9][a-z0-9.-]{0,60}$/;
const DOCUMENT_TYPE = /^(?:text\/.+|application\/(?:.+\+)?(?:json|xml))$/;

/**
 * The type of a downloaded recording (audio, video or `application/octet-stream`) and the extension of its
 * file (without the dot, `bin` if nothing is known), or `undefined` if the body is no recording.
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
export function decideRecordingType(body: RecordingBody) {
	const knownType = SIGNATURES.find(([signature]) => signature.test(body.start))?.[1];
	const declaredType = readMediaType(body.contentType);
	const isDocument = isText(body.start) && DOCUMENT.test(body.start);
	if (knownType === undefined && (isDocument || DOCUMENT_TYPE.test(declaredType))) return undefined;
	const named = readExtension(readFileName(body.contentDisposition));
	const fromUrl =
		readExtension(body.urls.at(-1)?.pathname) ?? readExtension(body.urls[0]?.pathname);
	const mimeType =
		TYPES_BY_EXTENSION.get(named ?? '') ??
		(AUDIO_TYPE.test(declaredType) ? declaredType : undefined) ??
		TYPES_BY_EXTENSION.get(fromUrl ?? '') ??
		knownType ??
		UNKNOWN_TYPE;
	return { mimeType, extension: named ?? findExtension(mimeType) ?? fromUrl ?? 'bin' };
}

/** In lower case and without parameters; empty if there is none. */
function readMediaType(contentType = ''): string {
	const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
	return OTHER_NAMES.get(type) ?? type;
}

/** Whether it holds no control characters but those of text. */
function isText(start: string): boolean {
	return !/[^\P{Cc}\s\x7F-\x9F]/u.test(start);
}

/** A parameter of a header and its value, in quotation marks or without (RFC 6266, 4.1). */
const PARAMETER = /(?:^|;)\s*([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g;

/** `filename*` wins (RFC 6266, 4.3). Charset and escapes do not matter: only the extension is read. */
function readFileName(contentDisposition = ''): string | undefined {
	const names = new Map<string, string>();
	for (const [, name = '', quoted, plain = ''] of contentDisposition.matchAll(PARAMETER)) {
		names.set(name.toLowerCase(), quoted ?? plain.trim());
	}
	return names.get('filename*')?.replace(/%2e/gi, '.') ?? names.get('filename');
}

function readExtension(name = ''): string | undefined {
	const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase();
	return extension !== undefined && TYPES_BY_EXTENSION.has(extension) ? extension : undefined;
}

function findExtension(mimeType: string): string | undefined {
	return [...TYPES_BY_EXTENSION].find(([, type]) => type === mimeType)?.[0];
}

import { isSent } from './json';

/** Longer than names, ids, codes and values of URL parameters. A sender may write any text in such a field. */
const MAX_FOLDED_CHARACTERS = 1_000;

/**
 * More combining marks in a row than any script needs (UAX 15, Stream-Safe Text Format): normalizing so many
 * takes quadratic time. The lookbehind keeps the search linear: a search begins only at the first mark of a row.
 */
const TOO_MANY_MARKS = /(?<!\p{M})\p{M}{31}/u;

/** What services write where nothing was set, such as `None`; as an id also 0, as an error also `ok`: docs/outcome.md. */
const NEVER_SET =
	/^(?:none|null|undefined|nil|nan|n\/a|-|0{8}-?(?:0{4}-?){3}0{12}|0001-\d\d-\d\d[T ][\d:.+-]*Z?)$/i;
const NO_ID = /^(?:0|-1)$/;
const NO_ERROR =
	/^(?:\[\]|\{\}|false|0|no[\s_-]*error|success|ok|normal[\s_-]*(?:call[\s_-]*)?clearing)$/i;

/** All characters but white space, controls, format characters and those that fonts leave blank, such as U+3164. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

export function isVisible(text: string | null | undefined): text is string {
	if (!isSent(text)) return false;
	// Most texts begin with a visible sign of ASCII, which spares a long history the slower search.
	const first = text.charCodeAt(0);
	return (first > 0x20 && first < 0x7f) || VISIBLE.test(text);
}

export function isFilled(text: string | null | undefined): text is string {
	return isVisible(text) && !NEVER_SET.test(text.trim());
}

export function isFilledId(id: string | null | undefined): id is string {
	return isFilled(id) && !NO_ID.test(id.trim());
}

export function isError(text: string | null | undefined): text is string {
	return isFilled(text) && !NO_ERROR.test(text.trim());
}

/** Whether a value that could not be read says anything: `"yes"`, 2 or `[5]`, but not `"None"`, `"{}"` or `[]`. */
export function saysAnything(value: unknown): boolean {
	if (typeof value === 'string') return isError(value);
	return typeof value === 'object' && value !== null
		? Object.keys(value).length > 0
		: Boolean(value);
}

/** Folds the spellings of words or a name into one: `End_User` and `end-user` become `enduser`. */
export function foldWords(text: string): string {
	return text.toLowerCase().replace(/[\s_-]+/g, '');
}

/** More than any documented name has in any spelling. */
const MAX_NAME_CHARACTERS = 100;

/** A name of a field as {@link foldWords} writes it; empty if the name is too long for a documented one. */
export function foldName(name: string): string {
	return name.length > MAX_NAME_CHARACTERS ? '' : foldWords(name);
}

/** The form in which words are compared. A text that is too long, or has too many marks, stays as it is. */
export function foldCase(text: string): string {
	if (!isShort(text) || TOO_MANY_MARKS.test(text)) return text;
	return text.normalize('NFC').trim().toLowerCase();
}

export function composeMarks(text: string): string {
	return TOO_MANY_MARKS.test(text) ? text : text.normalize('NFC');
}

export type FieldTexts = ReadonlyArray<string | null | undefined>;

/** Whether any field equals any wanted value, without regard to case and outer spaces. */
export function matchesAny(fields: FieldTexts, wanted: readonly string[]): boolean {
	const present = fields.filter(isSent).map(foldCase);
	return wanted.some((value) => present.includes(foldCase(value)));
}

/** For a message or a line of a log: in quotation marks, without invisible characters that could forge a line. */
export function quoteText(text: string, maxCharacters: number): string {
	const shown = text.slice(0, maxCharacters).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '');
	return JSON.stringify(text.length > maxCharacters ? `${shown}…` : shown);
}

export function shorten(text: string, maxCharacters: number): string {
	if (text.length <= maxCharacters) return text;
	// The cut may have left half of a character.
	return `${text.slice(0, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

export function isShort(text: FieldTexts[number]): text is string {
	return isSent(text) && text.length <= MAX_FOLDED_CHARACTERS;
}

/** Every end of a line that Unicode knows (UTS 18, 1.6): another reader may break a line at any of them. */
const LINE_ENDS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/**
 * Text fit for a file: line ends become `\n`, other control characters spaces. Halves of characters, which
 * UTF-8 cannot hold, and noncharacters, at which players drop a subtitle, become U+FFFD.
 */
export function cleanText(text: string): string {
	return text
		.replace(LINE_ENDS, '\n')
		.replace(/[^\P{Cc}\n]/gu, ' ')
		.replace(/[\p{Cs}\p{Noncharacter_Code_Point}]/gu, '\uFFFD');
}

/** Removes the characters that turn the direction of all text behind them. */
export function removeDirections(text: string): string {
	return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
}

export function listLines(text: string): string[] {
	return splitLines(cleanText(text));
}

export function joinToLine(text: string): string {
	return listLines(text).join(' ');
}

/** The trimmed lines, joined by spaces; a text of one line as it is. Unlike {@link joinToLine}, this keeps controls. */
export function joinLines(text: string): string {
	return text.search(LINE_ENDS) === -1 ? text : splitLines(text).join(' ');
}

function splitLines(text: string): string[] {
	return text
		.split(LINE_ENDS)
		.map((line) => line.trim())
		.filter((line) => line !== '');
}

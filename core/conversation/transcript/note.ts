import { isFilled, joinToLine, removeDirections, shorten } from '../../text';
import type { Conversation } from '../conversation';
import { escapeHtml, html } from '../html';
import { createMomentWriter, describeSeconds } from '../moments';
import { nameOutcome } from '../outcome';
import { listTranscriptEntries, type TranscriptOptions, writeEntryClock } from './transcript';

export type NoteOptions = TranscriptOptions & {
	/** Name in the IANA database, for the start of the call. Default: UTC. */
	timeZone?: string;
	/** A checked https link. Default: no link. */
	recordingUrl?: URL;
	/** At least {@link LEAST_NOTE_BYTES}. Default: no limit. */
	longestBytes?: number;
};

export const LEAST_NOTE_BYTES = 200;

/** For a CRM: the main facts, a line `Name: value` each; an empty line; what was said, a line for each turn. */
export function writeNote(conversation: Conversation, options: NoteOptions = {}): string {
	return fit(listLines(conversation, options), plainFormat, options.longestBytes);
}

/** {@link writeNote} in HTML, a paragraph for each line. All texts are escaped; `recordingUrl` is the only link. */
export function writeHtmlNote(conversation: Conversation, options: NoteOptions = {}): string {
	return fit(listLines(conversation, options), htmlFormat, options.longestBytes);
}

type Line = {
	/** The time of a turn. */
	time?: string;
	name?: string;
	text: string;
	/** Instead of `text`. */
	link?: string;
};

type NoteFormat = { write(line: Line): string; escape(text: string): string };

const plainFormat: NoteFormat = {
	write: ({ time, name, text, link }) =>
		`${time ? `[${time}] ` : ''}${name ? `${name}: ` : ''}${link ?? text}\n`,
	escape: (text) => text,
};

const htmlFormat: NoteFormat = {
	write({ time, name, text, link }) {
		const head = name ? html`<b>${name}:</b> ` : '';
		const body = link ? html`<a href="${link}">Open the recording</a>` : text;
		// A paragraph needs no empty line before the turns.
		if (!head && !body) return '';
		return html`<p dir="auto">${time ? `[${time}] ` : ''}${head}${body}</p>\n`.text;
	},
	escape: escapeHtml,
};

/** A longer fact, such as an agent's title, is cut, so that facts leave room for what was said. */
const MAX_FACT_CHARACTERS = 200;

function listLines(conversation: Conversation, options: NoteOptions): Line[] {
	const facts = listFacts(conversation, options);
	const said = listTranscriptEntries(conversation, options).map((entry): Line => {
		const time = writeEntryClock(entry, options);
		return { time, name: writeLine(entry.speaker), text: writeLine(entry.text) };
	});
	const isSilent = conversation.answered === false;
	const silence = isSilent ? 'Nothing was said.' : 'What was said is not known.';
	const between = facts.length > 0 ? [{ text: '' }] : [];
	return [...facts, ...between, ...(said.length > 0 ? said : [{ text: silence }])];
}

function listFacts(conversation: Conversation, { timeZone, recordingUrl }: NoteOptions): Line[] {
	const { agent_title, customer_number, outcome, duration_seconds } = conversation;
	const moments = createMomentWriter(timeZone ?? 'UTC');
	const started = moments.write(conversation.started_at);
	const facts = [
		['Agent', agent_title],
		['Customer', customer_number],
		['Outcome', outcome && nameOutcome(outcome)],
		['Started', started && `${started} (${moments.zone})`],
		['Length', describeSeconds(duration_seconds)],
	] as const;
	const lines = facts.flatMap(([name, value]): Line[] => {
		const text = shorten(writeLine(value ?? ''), MAX_FACT_CHARACTERS);
		return isFilled(text) ? [{ name, text }] : [];
	});
	if (recordingUrl === undefined) return lines;
	const end = shorten(moments.write(conversation.audio_url_expires_at) ?? '', MAX_FACT_CHARACTERS);
	const name = end === '' ? 'Recording' : `Recording (until ${end})`;
	return [...lines, { name, text: '', link: recordingUrl.href }];
}

/** One line, without characters that turn the direction of what follows. */
function writeLine(text: string): string {
	return joinToLine(removeDirections(text));
}

const CUT: Line = { text: '[Cut here: the whole conversation is longer.]' };

/** The lines in at most so many bytes of UTF-8. Else whole lines are left out from the end, and the last line says so. */
function fit(lines: readonly Line[], format: NoteFormat, longestBytes = Infinity): string {
	const whole = lines.map((line) => format.write(line)).join('');
	if (Buffer.byteLength(whole) <= longestBytes) return whole;
	const end = format.write(CUT);
	let room = longestBytes - Buffer.byteLength(end);
	const kept: string[] = [];
	for (const line of lines) {
		const written = format.write(line);
		const bytes = Buffer.byteLength(written);
		if (bytes <= room) {
			kept.push(written);
			room -= bytes;
		} else if (line.link === undefined) {
			kept.push(cutText(line, format, room));
			break;
		}
		// A cut link would lead elsewhere: without room for all of it, there is none.
	}
	return [...kept, end].join('');
}

/** The line with as much of its text as has room; `''` if there is no room for any. */
function cutText(line: Line, format: NoteFormat, room: number): string {
	let left = room - Buffer.byteLength(format.write({ ...line, text: '…' }));
	let text = '';
	for (const character of line.text.slice(0, Math.max(0, left))) {
		left -= Buffer.byteLength(format.escape(character));
		if (left < 0) break;
		text += character;
	}
	return text === '' ? '' : format.write({ ...line, text: `${text}…` });
}

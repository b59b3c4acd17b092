import { isObject, isSent, type JsonValue } from '../json';
import { foldWords, isError, isFilled, isShort, isVisible, saysAnything } from '../text';
import { parseTimestamp } from '../time';
import type { Conversation } from './conversation';
import { listFields } from './declare-field';
import { measureSpeechMs, readDurationSeconds } from './find-origin';
import { isSpoken, type Speakers } from './speakers';
import { isToolCall, isToolOutput } from './tool-calls';
import { type Turn, turnSchema } from './turn';

/** Whether the other side spoke; `null` if unknown roles, or words that cannot be read, leave that open. */
export function hearTurns(conversation: Conversation, speakers: Speakers): boolean | null {
	const { history } = conversation;
	if (history === null) return null;
	let isUnclear = hasUnreadWords(conversation);
	for (const turn of history) {
		const group = speakers.group(turn.role);
		if (group !== 'user' && group !== 'other') continue;
		const hasSpoken = isSpoken(turn, group) || Number(measureSpeechMs(turn)) > 0;
		if (hasSpoken && group === 'user') return true;
		isUnclear ||= hasSpoken || mayHoldWords(turn);
	}
	return isUnclear ? null : false;
}

/** Statuses of a call that goes on, as {@link foldWords} writes them. */
const GOES_ON: readonly string[] = [
	...['pending', 'queued', 'initiated', 'ringing', 'dialing', 'inprogress', 'active'],
	// Of Vapi, Retell and Vonage.
	...['scheduled', 'forwarding', 'registered', 'ongoing', 'started'],
];
/** Statuses of a call that connected, unless an error says otherwise. */
const CONNECTED: readonly string[] = ['completed', 'answered'];

/** Without a history: false for an outbound call that took no time and left no sign, such as a recording; else `null`. */
export function answerByHead(conversation: Conversation): boolean | null {
	const { answered, history, direction, status, error_message, statistics } = conversation;
	if (history !== null) return answered;
	if (direction !== 'outbound' || !tookNoTime(conversation)) return null;
	if (statistics.has_recording !== false || mayHaveWords(conversation)) return null;
	const word = isShort(status) ? foldWords(status) : '';
	if (GOES_ON.includes(word)) return null;
	return CONNECTED.includes(word) && !isError(error_message) ? null : false;
}

/** Whether there is no history, or one with words that could not be read. */
export function hasUnreadWords({ history, additional_fields: others }: Conversation): boolean {
	if (history === null || holdsAnything(others?.history)) return true;
	return history.length === 0 && hasWordsElsewhere(others);
}

/** Whether a turn without text may be speech: by unread values (`{"text": "Hi"}`), or by unclear times. */
export function mayHoldWords(turn: Turn): boolean {
	const { content, metrics, ...others } = turn.additional_fields ?? {};
	if (isSent(content) || hasUnclearSpeech(turn, metrics)) return true;
	const isOfTool = isToolCall(turn) || isToolOutput(turn) || isFilled(turn.handoff_to_agent_id);
	if (isOfTool || isFilled(turn.instructions) || holdsAnything(turn.tools_added)) return false;
	return Object.entries(others).some(
		([name, value]) => !WORDLESS.has(foldWords(name)) && holdsAnything(value),
	);
}

function tookNoTime(conversation: Conversation): boolean {
	const seconds = readDurationSeconds(conversation);
	if (!Number.isNaN(seconds)) return seconds === 0;
	if (saysAnything(conversation.additional_fields?.duration_seconds)) return false;
	const startMs = parseTimestamp(conversation.started_at);
	return startMs !== null && startMs === parseTimestamp(conversation.ended_at);
}

/** An item of Flat has no history, but its transcript. */
function mayHaveWords({ additional_fields: others, transcript }: Conversation): boolean {
	return isVisible(transcript) || saysAnything(others?.history) || hasWordsElsewhere(others);
}

/** Names under which services write what was said, as {@link foldWords} writes them. */
const NAMES_OF_WORDS: readonly string[] = [
	...['transcript', 'transcription', 'messages', 'turns', 'dialog', 'dialogue', 'utterances'],
	'conversationhistory',
];

function hasWordsElsewhere(others: Conversation['additional_fields']): boolean {
	return Object.entries(others ?? {}).some(([name, value]) => {
		if (!isShort(name) || !NAMES_OF_WORDS.includes(foldWords(name))) return false;
		return typeof value === 'string' ? isSentence(value.trim()) : holdsAnything(value);
	});
}

/** A link, or a path such as `/calls/of today/1.json`. */
const FILE = /^[\w.:~%-]*[\\/].*\.\w{2,5}$/;

/** More than one word; letters without case are of a language that may write without spaces. */
function isSentence(text: string): boolean {
	return isVisible(text) && /[\s\p{Lo}]/u.test(text) && !FILE.test(text);
}

/** Whether an unread value says anything, such as the entry `"Caller: hi"` of a history. */
function holdsAnything(value: JsonValue | undefined): boolean {
	if (typeof value === 'string') return isVisible(value);
	return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** Fields of a turn that hold no speech, by the names that {@link foldWords} writes: `toolname`. */
const WORDLESS = new Set(
	listFields(turnSchema)
		.filter(({ facts }) => facts.isDerived !== true)
		.map(({ name }) => foldWords(name))
		.filter((name) => name !== 'content' && name !== 'metrics'),
);

const SPEECH_TIMES = ['startedspeakingat', 'stoppedspeakingat'];

/** Whether there are times of speech that cannot be measured, such as `"1763631600"` or a start alone. */
function hasUnclearSpeech(turn: Turn, unread: JsonValue | undefined): boolean {
	const isTime = ([name, value]: [string, JsonValue]) =>
		SPEECH_TIMES.includes(foldWords(name)) && Boolean(value);
	if (isObject(unread) ? Object.entries(unread).some(isTime) : holdsAnything(unread)) return true;
	const { started_speaking_at: start, stopped_speaking_at: stop } = turn.metrics;
	if (measureSpeechMs(turn) !== null) return false;
	return isSent(start) || isSent(stop);
}

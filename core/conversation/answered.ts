import { isObject, isSent, type JsonValue } from '../json';
import { foldWords, isFilled, isVisible } from '../text';
import { isTimestamp, parseTimestamp } from '../time';
import type { Conversation } from './conversation';
import { listFields } from './declare-field';
import { measureSpeechMs, readDurationSeconds } from './find-origin';
import { isSpoken, type Speakers } from './speakers';
import { isToolCall, isToolOutput } from './tool-calls';
import { type Turn, turnSchema } from './turn';

/**
 * Whether the other side spoke in the turns. `null` if the turns leave that open: there is no history, an
 * unknown role such as `Lodger` spoke, or something may be speech but cannot be read, such as `{"text": "Hi"}`.
 */
export function hearTurns(
	{ history, additional_fields }: Conversation,
	speakers: Speakers,
): boolean | null {
	if (history === null) return null;
	let isUnclear = holdsAnything(additional_fields?.history);
	for (const turn of history) {
		const group = speakers.group(turn.role);
		if (group !== 'user' && group !== 'other') continue;
		const hasSpoken = isSpoken(turn, group) || Number(measureSpeechMs(turn)) > 0;
		if (hasSpoken && group === 'user') return true;
		isUnclear ||= hasSpoken || mayHoldWords(turn);
	}
	return isUnclear ? null : false;
}

/**
 * `answered` of a conversation without a history: false for an outbound call of 0 seconds with any error, such
 * as `dial_no_answer`; otherwise `null`, also if a history came that cannot be read. A conversation with a
 * history keeps its `answered`.
 */
export function answerByHead(conversation: Conversation): boolean | null {
	const { answered, history, direction, error_message, additional_fields } = conversation;
	if (history !== null) return answered;
	const isUnread = isSent(additional_fields?.history);
	const wasDialled = direction === 'outbound' && isFilled(error_message);
	return wasDialled && !isUnread && readDurationSeconds(conversation) === 0 ? false : null;
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

/** Whether a turn without text may be speech: by unread values (`{"text": "Hi"}`), or by unclear times. */
function mayHoldWords(turn: Turn): boolean {
	const { content, metrics, ...others } = turn.additional_fields ?? {};
	if (isSent(content) || hasUnclearSpeech(turn, metrics)) return true;
	const isOfTool = isToolCall(turn) || isToolOutput(turn) || isFilled(turn.handoff_to_agent_id);
	if (isOfTool || isFilled(turn.instructions) || holdsAnything(turn.tools_added)) return false;
	return Object.entries(others).some(
		([name, value]) => !WORDLESS.has(foldWords(name)) && holdsAnything(value),
	);
}

const SPEECH_TIMES = ['startedspeakingat', 'stoppedspeakingat'];

/** Whether there are times of speech that cannot be measured, such as `"1763631600"` or a start alone. */
function hasUnclearSpeech(turn: Turn, unread: JsonValue | undefined): boolean {
	const isTime = ([name, value]: [string, JsonValue]) =>
		SPEECH_TIMES.includes(foldWords(name)) && Boolean(value);
	if (isObject(unread) ? Object.entries(unread).some(isTime) : holdsAnything(unread)) return true;
	const { started_speaking_at: start, stopped_speaking_at: stop } = turn.metrics;
	if (measureSpeechMs(turn) !== null) return false;
	return [start, stop].some(
		(time) => isSent(time) && (parseTimestamp(time) !== null || !isTimestamp(time)),
	);
}

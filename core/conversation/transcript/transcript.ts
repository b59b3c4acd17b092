import {
	isFilled,
	isVisible,
	joinLines,
	joinToLine,
	listLines,
	removeDirections,
	shorten,
} from '../../text';
import { formatClock } from '../../time';
import type { Conversation } from '../conversation';
import { findOriginMs, findStopSeconds } from '../find-origin';
import {
	isSpoken,
	KNOWN_SPEAKERS,
	nameSpeaker,
	type SpeakerGroup,
	type Speakers,
} from '../speakers';
import {
	findToolName,
	listToolCalls,
	MAX_TOOL_NAME_CHARACTERS,
	readToolOutput,
	type ToolCallTurns,
	writeToolArguments,
} from '../tool-calls';
import type { Turn } from '../turn';

export type TranscriptOptions = {
	/** Turns of the system, such as the agent's instructions. Default: false. */
	includeSystemTurns?: boolean;
	/** Tool calls, their outputs, and handoffs to another agent. Default: false. */
	includeToolCalls?: boolean;
	/** The time of each turn since the recording began. Default: false. */
	includeTimes?: boolean;
	/** Tells from a role who speaks. Default: {@link KNOWN_SPEAKERS}. */
	speakers?: Speakers;
};

export type TranscriptEntry = {
	/** Who spoke or acted, on one line: {@link nameSpeaker}, "Tool" or "Handoff". */
	speaker: string;
	group: SpeakerGroup;
	/** What was said, or what a tool or a handoff did; may hold line breaks. */
	text: string;
	/** Arguments or output of a tool, with which the text ends; else `''`. */
	details: string;
	/** Both count from the beginning of the recording. */
	offsetSeconds: number | null;
	stopSeconds: number | null;
	/** Whether the entry is a tool call, an output or a handoff rather than speech. */
	isAction: boolean;
	interrupted: boolean;
	/** Whether the entry is a tool call or an output that says that the tool failed. */
	failed: boolean;
	/** Whether a chart marks the tool call at this entry: at a failed output or one without a call, else at the call. */
	isMark: boolean;
};

export function listTranscriptEntries(
	conversation: Conversation,
	options: TranscriptOptions = {},
): TranscriptEntry[] {
	const originMs = findOriginMs(conversation);
	const history = conversation.history ?? [];
	const { speakers = KNOWN_SPEAKERS } = options;
	const actions = options.includeToolCalls ? listActions(conversation, history) : [];
	return history.flatMap((turn, index): TranscriptEntry[] => {
		const group = speakers.group(turn.role);
		const { offset_seconds: offsetSeconds = null } = turn;
		const stopSeconds = findStopSeconds(turn, originMs);
		const common = { group, offsetSeconds, stopSeconds, interrupted: turn.interrupted === true };
		const entries: TranscriptEntry[] = [];
		if (isSpoken(turn, group) && (group !== 'system' || options.includeSystemTurns)) {
			const speaker = joinToLine(nameSpeaker(turn.role, group)) || 'Unknown';
			const spoken = { speaker, text: turn.content ?? '', details: '' };
			entries.push({ ...common, ...spoken, isAction: false, failed: false, isMark: false });
		}
		for (const action of actions[index] ?? []) {
			entries.push({ ...common, ...action, isAction: true });
		}
		return entries;
	});
}

/** The field `transcript`: a line `Role: text` for each spoken turn but the system's. No text can forge a line. */
export function writeSpokenLines(history: readonly Turn[], speakers: Speakers): string {
	let lines = '';
	for (const turn of history) {
		const group = speakers.group(turn.role);
		if (group === 'system' || !isSpoken(turn, group)) continue;
		const speaker = joinLines(nameSpeaker(turn.role, group)).trim() || 'Unknown';
		lines += `${lines && '\n'}${speaker}: ${joinLines(turn.content ?? '')}`;
	}
	return lines;
}

/** The transcript as plain text: for each entry a line `Role: text`, or with times `[00:00:05] Role: text`. */
export function writeTextTranscript(conversation: Conversation, options: TranscriptOptions = {}) {
	const lines = listTranscriptEntries(conversation, options).map((entry) => {
		const time = writeEntryClock(entry, options);
		return `${time && `[${time}] `}${entry.speaker}: ${joinToLine(entry.text)}\n`;
	});
	return lines.join('');
}

/**
 * A heading, main facts, a paragraph for each entry. What was said stays text: signs of Markdown and HTML are escaped,
 * addresses and mentions get an invisible space so that they become no links, and signs that reverse text are removed.
 */
export function writeMarkdownTranscript(
	conversation: Conversation,
	options: TranscriptOptions = {},
): string {
	const { duration_seconds } = conversation;
	const facts = [
		['Conversation', conversation.id],
		['Started', conversation.started_at],
		['Duration', duration_seconds === null ? null : `${duration_seconds} s`],
		['From', conversation.from_number],
		['To', conversation.to_number],
		['Status', conversation.status],
		['Error', conversation.error_message],
	] as const;
	const paragraphs = [
		`# ${escapeMarkdown(joinToLine(conversation.agent_title ?? '') || 'Conversation')}`,
		facts
			.flatMap(([name, value]) =>
				isFilled(value) ? `- ${name}: ${escapeMarkdown(joinToLine(value))}` : [],
			)
			.join('\n'),
		...listTranscriptEntries(conversation, options).map((entry) => writeParagraph(entry, options)),
	];
	return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
}

/** `''` without times. */
export function writeEntryClock(
	{ offsetSeconds }: TranscriptEntry,
	{ includeTimes }: TranscriptOptions,
): string {
	return includeTimes && offsetSeconds !== null ? formatClock(offsetSeconds) : '';
}

type Action = Pick<TranscriptEntry, 'speaker' | 'text' | 'details' | 'failed' | 'isMark'>;

function listActions(conversation: Conversation, history: readonly Turn[]): Action[][] {
	const actions = history.map((): Action[] => []);
	for (const turns of listToolCalls(history)) {
		const { call, output } = turns;
		const hasFailed = output?.turn.tool_is_error === true;
		if (call !== null) {
			actions[call.index]?.push({ ...writeCall(turns, call.turn), isMark: !hasFailed });
		}
		if (output !== null) {
			const isMark = hasFailed || call === null;
			actions[output.index]?.push({ ...writeOutput(turns, output.turn), isMark });
		}
	}
	for (const [index, turn] of history.entries()) {
		if (isFilled(turn.handoff_to_agent_id)) actions[index]?.push(writeHandoff(turn, conversation));
	}
	return actions;
}

function writeCall(turns: ToolCallTurns, turn: Turn) {
	const details = writeToolArguments(turn);
	// If one turn holds call and output, the output says that the tool failed.
	const failed = turn.tool_is_error === true && turn !== turns.output?.turn;
	const called = `${nameTool(turns)} ${failed ? 'failed when called' : 'called'}`;
	const text = details === '' ? called : `${called} with ${details}`;
	return { speaker: 'Tool', text, details, failed };
}

function writeOutput(turns: ToolCallTurns, turn: Turn) {
	const details = readToolOutput(turn) ?? '';
	const failed = turn.tool_is_error === true;
	const text = `${nameTool(turns)} ${failed ? 'failed' : 'answered'}: ${details}`;
	return { speaker: 'Tool', text, details, failed };
}

function nameTool(turns: ToolCallTurns): string {
	return shorten(findToolName(turns) ?? 'a tool', MAX_TOOL_NAME_CHARACTERS);
}

/** Undocumented names under which a turn may say who took over. */
const NEXT_AGENT_NAMES = ['handoff_to_agent_title', 'handoff_to_agent_name'];

/** The next agent's title if the record has it, such as the first agent's for a handoff back; else the id. */
function writeHandoff(turn: Turn, { agent_id, agent_title }: Conversation): Action {
	const { handoff_to_agent_id: id, additional_fields: fields } = turn;
	const titles = NEXT_AGENT_NAMES.map((name) => fields?.[name]);
	if (id === agent_id) titles.push(agent_title);
	const title = titles.find((one) => typeof one === 'string' && isVisible(one)) ?? id;
	return { speaker: 'Handoff', text: `to ${title}`, details: '', failed: false, isMark: false };
}

function writeParagraph(entry: TranscriptEntry, options: TranscriptOptions): string {
	const time = writeEntryClock(entry, options);
	const text = listLines(entry.text).map(escapeMarkdown).join('\\\n');
	const name = `**${escapeMarkdown(entry.speaker)}**${time && ` (${time})`}:`;
	return entry.isAction ? `> ${name} ${text.replaceAll('\n', '\n> ')}` : `${name} ${text}`;
}

/** Breaks addresses: some renderers look for links after they have removed the backslashes. */
const ZERO_WIDTH_SPACE = '\u200B';

function escapeMarkdown(line: string): string {
	return (
		removeDirections(line)
			.replace(/\/(?=\/[^ ])/g, `/${ZERO_WIDTH_SPACE}`)
			.replace(/www(?=\.)/gi, `$&${ZERO_WIDTH_SPACE}`)
			.replace(/\.(?=\p{L}[\p{L}\p{M}])/gu, `.${ZERO_WIDTH_SPACE}`)
			// On both sides: in `mailto:a@b` a renderer takes a single space for a part of the address.
			.replace(/@(?=\S)/g, `${ZERO_WIDTH_SPACE}@${ZERO_WIDTH_SPACE}`)
			.replace(/&/g, '&amp;')
			.replace(/</g, '&lt;')
			.replace(/[\\`*_{}[\]>#|~$]/g, '\\$&')
			// Lists, underlined headings and the rule of a table begin at the start of a line only.
			.replace(/^([-=:]|\+(?=\s|$))/, '\\$1')
			.replace(/^(\d+)(?=[.)](?:\s|$))/, '$1\\')
	);
}

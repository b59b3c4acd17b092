import { isError, isFilled, isVisible, joinToLine, shorten } from '../../text';
import { formatClock } from '../../time';
import { hasUnreadWords, mayHoldWords } from '../answered';
import type { Conversation } from '../conversation';
import { html, type Html } from '../html';
import { createMomentWriter, describeSeconds, type MomentWriter } from '../moments';
import { isInvited, nameOutcome, OUTCOME_NAMES } from '../outcome';
import { SPEAKER_NAMES } from '../speakers';
import {
	listTranscriptEntries,
	type TranscriptEntry,
	type TranscriptOptions,
} from '../transcript/transcript';
import { writeTimeline } from './charts';
import { REPORT_STYLE } from './style';

/** Forbids every script: the page holds words of callers. */
const POLICY = html`default-src 'none'; style-src 'unsafe-inline'; img-src data:`;

const MAX_HEAD_CHARACTERS = 200;

type ReportOptions = {
	/** Name in the IANA database. Default, also for a name that this machine does not know: UTC. */
	timeZone?: string;
} & Pick<TranscriptOptions, 'includeSystemTurns' | 'speakers'>;

/** A page without other files, at most 8 times as long as the JSON. Its link works for everyone until it expires. */
export function writeReport(
	conversation: Conversation,
	{ timeZone = 'UTC', ...choices }: ReportOptions = {},
): string {
	const title = joinToLine(conversation.agent_title ?? '') || 'Conversation';
	const written = listTranscriptEntries(conversation, { ...choices, includeToolCalls: true });
	const entries = written.map((entry) => {
		const speaker = entry.isAction ? undefined : SPEAKER_NAMES[entry.group];
		return { ...entry, speaker: speaker ?? entry.speaker };
	});
	const moments = createMomentWriter(timeZone);
	const name = [title, moments.write(conversation.started_at)].filter(Boolean).join(', ');
	const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shorten(name, MAX_HEAD_CHARACTERS)}</title>
<link rel="icon" href="data:,">
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
${writeHead(title, conversation)}
${writeFigures(conversation, entries, moments)}
${writeTestResult(conversation)}
${writeTimeline(conversation, entries)}
${conversation.history === null ? '' : writeTurns(entries, readLanguage(conversation))}
<h2>Details</h2>
${writeDetails(conversation, moments)}
</main>
</body>
</html>
`;
	return page.text;
}

/** What happened, to be read in five seconds: known figures; counts and speaking times only above zero. */
function writeFigures(
	conversation: Conversation,
	entries: readonly TranscriptEntry[],
	moments: MomentWriter,
): Html {
	const { statistics } = conversation;
	const { median, maximum } = statistics.latency;
	const latency = maximum === null ? null : `${median ?? ''} / ${maximum}`;
	const started = moments.write(conversation.started_at);
	const figures: readonly Fact[] = [
		['Customer', conversation.customer_number],
		['Started', started === null ? null : `${started} (${moments.zone})`],
		['Duration', describeSeconds(conversation.duration_seconds)],
		['Direction', conversation.direction],
		...describeTalk(conversation, entries),
		['Latency: median and maximum, in the unit of the service', latency],
		['Interruptions', describeCount(statistics.interruption_count)],
		['Tool calls', describeCount(statistics.tool_call_count)],
		['Tool calls that failed', describeCount(statistics.tool_error_count)],
		['Recording', describeRecording(conversation, moments)],
	];
	const items = figures.flatMap(([name, value]) =>
		isShown(value) ? html`<li><b>${value}</b>${name}</li>` : [],
	);
	return html`<ul class="figures">${items}</ul>`;
}

/** How long each side spoke; if all words were read and timed, also its share of the call, and the rest as silence. */
function describeTalk(conversation: Conversation, entries: readonly TranscriptEntry[]): Fact[] {
	const { duration_seconds: total, history, statistics } = conversation;
	const { user, agent } = statistics.speaking_seconds_by_role;
	const spoken = entries.filter(({ isAction, group }) => !isAction && group !== 'system');
	const isWhole =
		spoken.every(({ group, stopSeconds }) => stopSeconds !== null && group in SPEAKER_NAMES) &&
		!hasUnreadWords(conversation) &&
		!(history ?? []).some(mayHoldWords);
	const describe = (seconds: number | null) => {
		if (!seconds) return null;
		const isShare = isWhole && total !== null && seconds <= total;
		const share = isShare ? ` (${Math.round((seconds / total) * 100)} %)` : '';
		return `${describeSeconds(seconds)}${share}`;
	};
	const silence = isWhole ? (total ?? 0) - (user ?? 0) - (agent ?? 0) : 0;
	return [
		['Agent spoke', describe(agent)],
		['Customer spoke', describe(user)],
		['Silence', spoken.length > 0 && silence > 0 ? describe(silence) : null],
	];
}

/** The agent and what came of the call as heading, then what else happened on one line. */
function writeHead(title: string, conversation: Conversation): Html {
	const { outcome, answered, error_message, history, room_metadata: metadata } = conversation;
	const { operator_invite: invite } = metadata;
	const room = describeRoom(metadata);
	const { success } = conversation.test_eval_result;
	const happened = [
		describeTest(success),
		isVisible(outcome) ? nameOutcome(outcome) : 'Outcome unknown',
		// Said only of silence in a connected call: a user's rule may give no_answer to a call with words.
		outcome === 'no_answer' && answered === false && history !== null
			? 'The other side said nothing'
			: null,
		isError(error_message) ? error_message : null,
		outcome === 'failed' && room !== null ? `Room ${room}` : null,
		outcome === 'operator_invited' || !isInvited(invite) ? null : OUTCOME_NAMES.operator_invited,
		...(isInvited(invite) ? [invite.status, invite.reason].filter(isFilled) : []),
	].filter(isVisible);
	const [head = '', ...rest] = happened.map((text) => shorten(text, MAX_HEAD_CHARACTERS));
	const style = success === false || outcome === 'failed' ? 'outcome bad' : 'outcome';
	const more = rest.map((text, index) => html`${index === 0 ? '' : ' · '}<bdi>${text}</bdi>`);
	const line = rest.length === 0 ? '' : html`<p>${more}</p>`;
	return html`<h1><bdi>${title}</bdi>: <bdi class="${style}">${head}</bdi></h1>${line}`;
}

function writeDetails(conversation: Conversation, moments: MomentWriter): Html {
	const { room_metadata: room } = conversation;
	const ended = moments.write(conversation.ended_at);
	const isZoneKnown = moments.write(conversation.started_at) !== null;
	const facts: readonly Fact[] = [
		['From', conversation.from_number],
		['To', conversation.to_number],
		['Started by', conversation.called_by_name],
		['Status', conversation.status],
		['Ended', ended === null || isZoneKnown ? ended : `${ended} (${moments.zone})`],
		['Campaign', conversation.campaign_name],
		['Language', conversation.language_locale_code],
		['Room', describeRoom(room)],
		['Telephony provider', conversation.telecom_provider],
		['Call id', conversation.call_sid],
		['Conversation', conversation.id],
		...Object.entries(conversation.url_parameters ?? {}).map(
			([name, value]) => [`URL parameter ${name}`, value] as const,
		),
		['Not as documented', describeIssues(conversation)],
	];
	const rows = facts.flatMap(([name, value]) =>
		isShown(value) ? html`<tr><th>${name}</th><td>${value}</td></tr>` : [],
	);
	return html`<table>${rows}</table>`;
}

type Fact = readonly [name: string, value: string | Html | null];

function isShown(value: Fact[1]): value is string | Html {
	return typeof value === 'string' ? isFilled(value) : value !== null;
}

const describeCount = (count: number | null) => (count ? `${count}` : null);

function describeRecording(conversation: Conversation, moments: MomentWriter): Fact[1] {
	const { audio_url: url, audio_url_expires_at: expiry, statistics } = conversation;
	if (statistics.has_recording !== true) return null;
	// Another kind of address could run a script.
	if (url === null || !/^https?:/i.test(url)) return 'yes, without a link';
	const end = moments.write(expiry);
	const until = isShown(end) ? ` until ${end}` : '';
	return html`<a href="${url}" rel="noreferrer">Open the recording</a>${until}`;
}

function describeRoom({ failed, error }: Conversation['room_metadata']): string | null {
	if (failed !== true) return error;
	return error ? `failed: ${error}` : 'failed';
}

function describeIssues({ parse_issues: issues, parse_issue_count: count }: Conversation) {
	const shown = 20;
	if (issues === null || issues.length === 0) return null;
	const lines = issues
		.slice(0, shown)
		.map(({ path, expected, received }) => `${path}: ${received} instead of ${expected}`);
	const more = (count ?? 0) - shown;
	const rest = more > 0 ? [`and ${more} more`] : [];
	return [...lines, ...rest].join('\n');
}

const ENTRIES_A_SECTION = 100;

/** The attribute `lang`, by which a browser chooses glyphs and a screen reader its voice. */
function readLanguage({ language_locale_code: code }: Conversation): Html | string {
	if (code === null || !/^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(code)) return '';
	return html` lang="${code}"`;
}

function writeTurns(entries: readonly TranscriptEntry[], language: Html | string): Html {
	if (entries.length === 0) {
		return html`<h2>Transcript</h2><p class="soft">Nothing was said.</p>`;
	}
	const sections: Html[] = [];
	for (let begin = 0; begin < entries.length; begin += ENTRIES_A_SECTION) {
		const section = entries.slice(begin, begin + ENTRIES_A_SECTION);
		const heading = entries.length > ENTRIES_A_SECTION ? writeHeading(section, begin) : '';
		const written = section.map((entry, index) => writeEntry(entry, begin + index));
		sections.push(html`<div${language}>${heading}${written}</div>`);
	}
	const hasTimes = entries.some(({ offsetSeconds }) => offsetSeconds !== null);
	const note = hasTimes
		? html`<p class="soft">Times count from the start of the recording, or of the call if none is known.</p>`
		: '';
	return html`<h2>Transcript (${entries.length})</h2>${note}${sections}`;
}

function writeHeading(section: readonly TranscriptEntry[], begin: number): Html {
	const times = section.flatMap(({ offsetSeconds }) => offsetSeconds ?? []);
	const ends = [...times.slice(0, 1), ...times.slice(-1)].map(formatClock);
	const range = ends.length === 0 ? '' : `, ${ends.join(' to ')}`;
	return html`<h3 lang="en">Entries ${begin + 1} to ${begin + section.length}${range}</h3>`;
}

function writeEntry(entry: TranscriptEntry, index: number): Html {
	const time = entry.offsetSeconds === null ? '' : formatClock(entry.offsetSeconds);
	const classes = ['turn', entry.isAction && 'action', entry.failed && 'failed'].filter(Boolean);
	return html`<div id="${index}" class="${classes.join(' ')}" data-group="${entry.group}"><span class="when">${time}</span><span class="who">${entry.speaker}</span>${writeEntryText(entry)}</div>`;
}

/** Longer details are not printed: forty very long texts would fill 300 pages. */
const MAX_PRINTED_CHARACTERS = 2_000;

/** Few read JSON between spoken turns: only short arguments and outputs of a failed tool are unfolded. */
function writeEntryText({ text, details, failed, isAction, interrupted }: TranscriptEntry): Html {
	if (details !== '') {
		const head = text.slice(0, -details.length).replace(/ with $|: $/, '');
		const isLong = details.length > MAX_PRINTED_CHARACTERS;
		return html`<details class="text${isLong ? ' long' : ''}"${failed && !isLong ? html` open` : ''}><summary>${head}</summary><div dir="auto">${details}</div></details>`;
	}
	const badge = interrupted && !isAction ? html` <span class="badge">interrupted</span>` : '';
	return html`<span class="text" dir="auto">${text}${badge}</span>`;
}

function writeTestResult(conversation: Conversation): Html {
	const { success, reasons, completion_reason: completion } = conversation.test_eval_result;
	const details = [conversation.test_status, completion].filter(isFilled);
	const list = (reasons ?? []).filter(isFilled).map((reason) => html`<li>${reason}</li>`);
	if (success === null && list.length === 0 && details.length === 0) return html``;
	const text = details.length === 0 ? '' : html`<p>${details.join(', ')}</p>`;
	return html`<h2>Agent test</h2>${text}${list.length === 0 ? '' : html`<ul>${list}</ul>`}`;
}

function describeTest(success: boolean | null): string | null {
	if (success === null) return null;
	return success ? 'Agent test passed' : 'Agent test failed';
}

import { isFilled, joinToLine, shorten } from '../../text';
import { formatClock } from '../../time';
import type { Conversation } from '../conversation';
import {
	listTranscriptEntries,
	type TranscriptEntry,
	type TranscriptOptions,
} from '../transcript/transcript';
import { writeLatencyChart, writeTimeline } from './charts';
import { html, type Html, REPORT_STYLE } from './html';
import { createMomentWriter, type MomentWriter } from './moments';

/** No script may run: the page holds what a caller said. */
const POLICY = html`default-src 'none'; style-src 'unsafe-inline'; img-src data:`;

const MAX_HEAD_CHARACTERS = 200;

type ReportOptions = {
	/** Name in the IANA database. Default: UTC. */
	timeZone?: string;
} & Pick<TranscriptOptions, 'includeSystemTurns' | 'speakers'>;

/**
 * The conversation as one HTML page that needs nothing else, at most 8 times as long as the conversation as
 * JSON. It holds the link to the recording, which is a key to it until it expires.
 */
export function writeReport(
	conversation: Conversation,
	{ timeZone = 'UTC', ...choices }: ReportOptions = {},
): string {
	const agent = joinToLine(conversation.agent_title ?? '');
	const title = agent || 'Conversation';
	const entries = listTranscriptEntries(conversation, { ...choices, includeToolCalls: true });
	const moments = createMomentWriter(timeZone);
	const subtitle = [moments.write(conversation.started_at), conversation.status]
		.flatMap((text) => (text ? shorten(text, MAX_HEAD_CHARACTERS) : []))
		.join(' · ');
	const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shorten(title, MAX_HEAD_CHARACTERS)}</title>
<link rel="icon" href="data:,">
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<h1>${agent === '' ? '' : html`<span class="soft">Agent</span> `}${title}</h1>
<p class="soft">${subtitle}</p>
${writeFacts(conversation, moments)}
${writeTestResult(conversation)}
${conversation.history === null ? '' : writeTurns(entries)}
${writeTimeline(conversation, entries)}
${writeLatencyChart(conversation)}
</main>
</body>
</html>
`;
	return page.text;
}

function writeFacts(conversation: Conversation, moments: MomentWriter): Html {
	const { statistics, room_metadata: room } = conversation;
	const facts: readonly Fact[] = [
		['From', conversation.from_number],
		['To', conversation.to_number],
		['Started by', conversation.called_by_name],
		['Outcome', conversation.outcome],
		['Status', conversation.status],
		['Error', conversation.error_message],
		['Started', moments.write(conversation.started_at)],
		['Ended', moments.write(conversation.ended_at)],
		['Time zone', moments.zone],
		['Campaign', conversation.campaign_name],
		['Language', conversation.language_locale_code],
		['Recording', describeRecording(conversation, moments)],
		['Room', describeRoom(room)],
		['Operator invited', room.operator_invite.status],
		['Reason of the invitation', room.operator_invite.reason],
		...Object.entries(conversation.url_parameters ?? {}).map(
			([name, value]) => [`URL parameter ${name}`, value] as const,
		),
		['Telephony provider', conversation.telecom_provider],
		['Call id', conversation.call_sid],
		['Conversation', conversation.id],
		['Not as documented', describeIssues(conversation)],
	];
	const rows = facts.flatMap(([name, value]) =>
		isShown(value) ? html`<tr><th>${name}</th><td>${value}</td></tr>` : [],
	);
	const { user, agent } = statistics.speaking_seconds_by_role;
	const figures: readonly Fact[] = [
		['Customer', conversation.customer_number],
		['Duration', describeSeconds(conversation.duration_seconds)],
		['Turns, with tool calls', statistics.turn_count?.toString() ?? null],
		['Agent spoke', describeSeconds(agent)],
		['User spoke', describeSeconds(user)],
		['Turns that were interrupted', statistics.interruption_count?.toString() ?? null],
		['Tool calls', statistics.tool_call_count?.toString() ?? null],
		['Tool calls that failed', statistics.tool_error_count?.toString() ?? null],
	];
	const items = figures.flatMap(([name, value]) =>
		isShown(value) ? html`<li><b>${value}</b>${name}</li>` : [],
	);
	return html`<ul class="figures">${items}</ul><table>${rows}</table>`;
}

type Fact = readonly [name: string, value: string | Html | null];

function isShown(value: Fact[1]): value is string | Html {
	return typeof value === 'string' ? isFilled(value) : value !== null;
}

function describeSeconds(seconds: number | null): string | null {
	if (seconds === null) return null;
	const tenths = Math.round(seconds * 10) / 10;
	if (Math.abs(tenths) < 60) return `${tenths} s`;
	const whole = Math.round(Math.abs(seconds));
	const hours = whole < 3600 ? '' : `${Math.floor(whole / 3600)} h `;
	return `${seconds < 0 ? '-' : ''}${hours}${Math.floor(whole / 60) % 60} min ${whole % 60} s`;
}

function describeRecording(conversation: Conversation, moments: MomentWriter): Fact[1] {
	const { audio_url: url, audio_url_expires_at: expiry, statistics } = conversation;
	if (!statistics.has_recording) return statistics.has_recording === null ? null : 'none';
	// No other address may be followed: it could run a script.
	if (url === null || !/^https?:/i.test(url)) return 'yes, without a link';
	const end = moments.write(expiry);
	const until = isShown(end) ? `, until ${end}` : '';
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

function writeTurns(entries: readonly TranscriptEntry[]): Html {
	if (entries.length === 0) {
		return html`<h2>Transcript</h2><p class="soft">Nothing was said.</p>`;
	}
	const sections: Html[] = [];
	for (let begin = 0; begin < entries.length; begin += ENTRIES_A_SECTION) {
		const section = entries.slice(begin, begin + ENTRIES_A_SECTION);
		const heading = entries.length > ENTRIES_A_SECTION ? writeHeading(section, begin) : '';
		sections.push(html`<div>${heading}${section.map(writeEntry)}</div>`);
	}
	const hasTimes = entries.some(({ offsetSeconds }) => offsetSeconds !== null);
	const note = hasTimes
		? html`<p class="soft">Times count from the start of the recording, or of the call if none is known.</p>`
		: '';
	return html`<h2>Transcript</h2>${note}${sections}`;
}

function writeHeading(section: readonly TranscriptEntry[], begin: number): Html {
	const times = section.flatMap(({ offsetSeconds }) => offsetSeconds ?? []);
	const ends = [...times.slice(0, 1), ...times.slice(-1)].map(formatClock);
	const range = ends.length === 0 ? '' : `, ${ends.join(' to ')}`;
	return html`<h3>Entries ${begin + 1} to ${begin + section.length}${range}</h3>`;
}

function writeEntry(entry: TranscriptEntry): Html {
	const time = entry.offsetSeconds === null ? '' : formatClock(entry.offsetSeconds);
	const classes = ['turn', entry.isAction && 'action', entry.failed && 'failed'].filter(Boolean);
	return html`<div class="${classes.join(' ')}" data-group="${entry.group}"><span class="when">${time}</span><span class="who">${entry.speaker}</span>${writeText(entry)}</div>`;
}

/** Few read JSON between spoken turns, so arguments and outputs are folded unless the tool failed. */
function writeText({ text, details, failed, isAction, interrupted }: TranscriptEntry): Html {
	if (details !== '') {
		const head = text.slice(0, -details.length);
		return html`<details class="text" dir="auto"${failed ? html` open` : ''}><summary>${head}</summary>${details}</details>`;
	}
	const badge = interrupted && !isAction ? html` <span class="badge">interrupted</span>` : '';
	return html`<span class="text" dir="auto">${text}${badge}</span>`;
}

function writeTestResult(conversation: Conversation): Html {
	const { success, reasons, completion_reason: completion } = conversation.test_eval_result;
	const details = [conversation.test_status, completion].filter(isFilled);
	const list = (reasons ?? []).filter(isFilled).map((reason) => html`<li>${reason}</li>`);
	if (success === null && list.length === 0 && details.length === 0) return html``;
	const result = success === null ? 'No outcome' : success ? 'Passed' : 'Failed';
	const detail = details.length === 0 ? '' : ` (${details.join(', ')})`;
	return html`<h2>Agent test</h2><p><span class="outcome">${result}</span>${detail}</p>${list.length === 0 ? '' : html`<ul>${list}</ul>`}`;
}

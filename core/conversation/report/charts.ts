import { shorten } from '../../text';
import { formatClock, parseTimestamp } from '../../time';
import type { Conversation } from '../conversation';
import { findOriginMs, toOffsetSeconds } from '../find-origin';
import type { TranscriptEntry } from '../transcript/transcript';
import { html, type Html } from '../html';

type Timeline = ReturnType<typeof planTimeline>;
type SpeechSpan = Timeline['spans'][number];

const LANE_HEIGHT = 14;
const LANE_GAP = 2;
const LANE_NAMES = { agent: 'Agent', user: 'Customer', other: 'Others', tools: 'Tools' };
const NARROWEST_BAR_PERCENT = 0.3;
/** Limit of a tool's text, and of the speaker's name where a span goes on in a further row. */
const MAX_LABEL_CHARACTERS = 80;

type ChartLane = keyof typeof LANE_NAMES;

/** Who spoke when as inline SVG, a row for each stretch of time; empty without any time. */
export function writeTimeline(conversation: Conversation, entries: readonly TranscriptEntry[]) {
	const timeline = planTimeline(conversation, entries);
	const { spans, tools } = timeline;
	if (spans.length === 0 && tools.length === 0) return html``;
	const lanes: ChartLane[] = ['agent', 'user'];
	if (spans.some((span) => span.lane === 'other')) lanes.push('other');
	if (tools.length > 0) lanes.push('tools');
	const rowCount = Math.max(1, Math.ceil(timeline.totalSeconds / timeline.rowSeconds));
	const rows = Array.from({ length: rowCount }, (_, row) => writeRow(timeline, lanes, row));
	return html`<h2>Timeline</h2>${rows}${writeLegend(timeline)}`;
}

/** How many steps the time axis of a row has. */
const TICKS = 6;

const MAX_ROWS = 12;
const ROW_SECONDS = [60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400];

function planTimeline(conversation: Conversation, entries: readonly TranscriptEntry[]) {
	const originMs = findOriginMs(conversation);
	const spans = entries.flatMap((entry, index) => {
		const { group: lane, offsetSeconds: startSeconds, stopSeconds } = entry;
		if (startSeconds === null || entry.isAction) return [];
		if (lane === 'system' || lane === 'tool') return [];
		// Without speaking times the end is the start, and the chart shows no length.
		return [{ ...entry, index, lane, startSeconds, endSeconds: stopSeconds ?? startSeconds }];
	});
	// One mark for each call, so that the marks are as many as the report's figure of tool calls.
	const tools = entries.flatMap(({ isMark, failed, offsetSeconds: seconds, text }, index) => {
		if (!isMark || seconds === null) return [];
		return [{ index, name: shorten(text, MAX_LABEL_CHARACTERS), seconds, failed }];
	});
	const ends = [
		// Silence, hold and what follows a handoff are a part of the call.
		toOffsetSeconds(findEndMs(conversation), originMs) ?? 0,
		...spans.map(({ endSeconds }) => endSeconds),
		...tools.map(({ seconds }) => seconds),
	];
	const totalSeconds = ends.reduce((latest, end) => Math.max(latest, end), 0);
	return { spans, tools, totalSeconds, rowSeconds: chooseRowSeconds(totalSeconds) };
}

function findEndMs({ started_at, ended_at, duration_seconds }: Conversation): number | null {
	const startMs = parseTimestamp(started_at);
	const byDuration = startMs === null ? null : startMs + (duration_seconds ?? 0) * 1000;
	return parseTimestamp(ended_at) ?? byDuration;
}

function chooseRowSeconds(totalSeconds: number): number {
	if (totalSeconds <= 90) return Math.max(1, Math.ceil(totalSeconds / TICKS)) * TICKS;
	const fitting = ROW_SECONDS.find((seconds) => totalSeconds / seconds <= MAX_ROWS);
	return fitting ?? Math.ceil(totalSeconds / MAX_ROWS);
}

function writeRow(timeline: Timeline, lanes: readonly ChartLane[], row: number): Html {
	const { rowSeconds } = timeline;
	const begin = row * rowSeconds;
	const end = begin + rowSeconds;
	const isLast = end >= timeline.totalSeconds;
	const toX = (seconds: number) => roundPercent(((seconds - begin) / rowSeconds) * 100);
	const callWidth = Math.min(100, toX(timeline.totalSeconds) || 100);
	const toY = (lane: ChartLane) => lanes.indexOf(lane) * (LANE_HEIGHT + LANE_GAP);
	const lanesHeight = lanes.length * (LANE_HEIGHT + LANE_GAP);
	const names = lanes.map((lane) => html`<span>${LANE_NAMES[lane]}</span>`);
	const parts = lanes.map(
		(lane) =>
			html`<rect class="lane" x="0" y="${toY(lane)}" width="${callWidth}%" height="${LANE_HEIGHT}"/>`,
	);
	for (let tick = 0; tick <= TICKS; tick += 1) {
		const seconds = begin + (rowSeconds / TICKS) * tick;
		const anchor = tick === 0 ? 'start' : tick === TICKS ? 'end' : 'middle';
		const x = toX(seconds);
		parts.push(
			html`<line class="tick" x1="${x}%" y1="0" x2="${x}%" y2="${lanesHeight + 2}"/><text class="${tick % 3 === 0 ? 'main' : 'minor'}" x="${x}%" y="${lanesHeight + 14}" text-anchor="${anchor}">${formatClock(seconds)}</text>`,
		);
	}
	for (const span of listSpans(timeline.spans, begin, isLast ? Infinity : end)) {
		const x = toX(Math.max(begin, span.startSeconds));
		const endX = toX(Math.min(end, span.endSeconds));
		parts.push(writeSpan(span, x, endX, toY(span.lane), span.endSeconds <= end));
	}
	for (const tool of timeline.tools) {
		const isHere = tool.seconds >= begin && (tool.seconds < end || isLast);
		if (isHere) parts.push(writeTool(tool, toX(tool.seconds), toY('tools')));
	}
	const label = `From ${formatClock(begin)} to ${formatClock(end)}`;
	return html`<div class="chart"><div class="names">${names}</div><svg height="${lanesHeight + 20}" role="group" aria-label="${label}">${parts}</svg></div>`;
}

/** Spans that begin on a row, and of each lane the one from earlier rows that ends latest: it hides the others. */
function listSpans(spans: readonly SpeechSpan[], begin: number, end: number): SpeechSpan[] {
	const goingOn = new Map<ChartLane, SpeechSpan>();
	for (const span of spans) {
		const latestSeconds = goingOn.get(span.lane)?.endSeconds ?? begin;
		if (span.startSeconds >= begin || span.endSeconds <= latestSeconds) continue;
		goingOn.set(span.lane, { ...span, speaker: span.speaker.slice(0, MAX_LABEL_CHARACTERS) });
	}
	const beginning = spans.filter((span) => span.startSeconds >= begin && span.startSeconds < end);
	return [...goingOn.values(), ...beginning];
}

function writeSpan(span: SpeechSpan, x: number, endX: number, y: number, isEnd: boolean): Html {
	const width = Math.max(NARROWEST_BAR_PERCENT, roundPercent(endX - x));
	const seconds = Math.round((span.endSeconds - span.startSeconds) * 10) / 10;
	const duration = span.stopSeconds === null ? '' : `, ${seconds} s`;
	const interrupted = span.interrupted ? ', interrupted' : '';
	const title = `${formatClock(span.startSeconds)} ${span.speaker}${duration}${interrupted}`;
	const markX = roundPercent(x + width);
	const mark =
		span.interrupted && isEnd
			? html`<line class="mark" x1="${markX}%" y1="${y}" x2="${markX}%" y2="${y + LANE_HEIGHT}"/>`
			: '';
	return html`<a href="#${span.index}"><title>${title}</title><rect class="${span.lane}" x="${x}%" y="${y}" width="${width}%" height="${LANE_HEIGHT}"/></a>${mark}`;
}

function writeTool(tool: Timeline['tools'][number], x: number, y: number): Html {
	const middle = y + LANE_HEIGHT / 2;
	const title = `${formatClock(tool.seconds)} ${tool.name}`;
	return html`<a href="#${tool.index}"><title>${title}</title><svg x="${x}%" y="${middle}"><path class="${tool.failed ? 'bad' : 'tool'}" d="${tool.failed ? CROSS : DIAMOND}"/></svg></a>`;
}

/** A failed tool differs in shape and color: a cross. */
const DIAMOND = 'M0 -6L5 0L0 6L-5 0Z';
const CROSS = 'M-5 -3L-3 -5L0 -2L3 -5L5 -3L2 0L5 3L3 5L0 2L-3 5L-5 3L-2 0Z';

function writeLegend({ spans, tools }: Timeline): Html {
	const entries: Html[] = [];
	if (spans.some(({ interrupted }) => interrupted)) {
		const mark = html`<line class="mark" x1="7" y1="0" x2="7" y2="12"/>`;
		entries.push(writeLegendEntry(mark, 'interrupted'));
	}
	if (tools.some(({ failed }) => failed)) {
		const cross = html`<path class="bad" transform="translate(7 6)" d="${CROSS}"/>`;
		entries.push(writeLegendEntry(cross, 'tool failed'));
	}
	return entries.length === 0 ? html`` : html`<p class="legend">${entries}</p>`;
}

function writeLegendEntry(sign: Html, text: string): Html {
	return html`<span><svg width="14" height="12" aria-hidden="true">${sign}</svg>${text}</span>`;
}

function roundPercent(percent: number): number {
	return Math.round(percent * 100) / 100;
}

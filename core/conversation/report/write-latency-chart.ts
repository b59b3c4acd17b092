import type { Conversation } from '../conversation';
import { summarizeLatency } from '../summarize-latency';
import { isSent } from '../turn';
import { html, type Html } from './html';
import { describeNumber } from './write-facts';

/** Room above the chart for labels that had to make way for each other. */
const ABOVE = 30;
const HEIGHT = 120;
const MAX_BARS = 160;
/** So few bars still leave room beside them. */
const MIN_PLACES = 20;

/**
 * The latency of each turn as inline SVG. A long conversation shares the bars among its turns: each
 * shows the median of some turns that follow each other and, fainter, their maximum. Empty if no
 * turn has a latency. The unit is the service's: none is documented.
 */
export function writeLatencyChart(conversation: Conversation): Html {
	const latencies = (conversation.history ?? []).flatMap(({ metrics }) =>
		isSent(metrics.e2e_latency) ? [Math.max(0, metrics.e2e_latency)] : [],
	);
	const { count, median, p95, maximum } = conversation.summary.latency;
	if (latencies.length === 0 || maximum === null) return html``;
	const turnsPerBar = Math.ceil(latencies.length / MAX_BARS);
	const barCount = Math.ceil(latencies.length / turnsPerBar);
	const top = Math.max(maximum, Number.MIN_VALUE);
	const toHeight = (value: number) => round((Math.max(0, value) / top) * HEIGHT);
	const step = 100 / Math.max(barCount, MIN_PLACES);
	const bars = Array.from({ length: barCount }, (_, bar) => {
		const turns = latencies.slice(bar * turnsPerBar, (bar + 1) * turnsPerBar);
		const figures = summarizeLatency(turns);
		const x = round(bar * step);
		const draw = (value: number | null, style: string) =>
			html`<rect class="${style}" x="${x}%" y="${round(ABOVE + HEIGHT - toHeight(value ?? 0))}" width="${round(step * 0.8)}%" height="${toHeight(value ?? 0)}"/>`;
		const faint = turnsPerBar > 1 ? draw(figures.maximum, 'agent faint') : '';
		const atMost = turnsPerBar > 1 ? `, at most ${describeNumber(figures.maximum)}` : '';
		return html`<g>${faint}${draw(figures.median, 'agent')}<title>${describeNumber(figures.median) ?? ''}${atMost}</title></g>`;
	});
	const rules = [
		['median', median],
		['95 %', p95],
		['max', maximum],
	] as const;
	const labels = placeLabels(rules.map(([, value]) => HEIGHT - toHeight(value ?? 0)));
	const names = rules.map(
		([name, value], index) =>
			html`<text x="0" y="${ABOVE + (labels[index] ?? 0)}">${name} ${describeNumber(value) ?? ''}</text>`,
	);
	const lines = rules.map(([, value]) => {
		const y = round(ABOVE + HEIGHT - toHeight(value ?? 0));
		return html`<line class="rule" x1="0" y1="${y}" x2="100%" y2="${y}"/>`;
	});
	const height = ABOVE + HEIGHT + 4;
	const note =
		turnsPerBar > 1
			? ` Each bar: ${turnsPerBar} turns, their median and, fainter, their maximum.`
			: '';
	return html`<h2>Latency per turn</h2><div class="chart wide"><svg height="${height}">${names}</svg><svg height="${height}" role="img" aria-label="Latency of ${count} turns">${lines}${bars}</svg></div><p class="soft">e2e_latency of ${count} turns, in order, in the unit of the service (none is documented).${note}</p>`;
}

/** Heights for labels that belong at the given heights, from the lowest up, none on another. */
function placeLabels(heights: readonly number[]): number[] {
	const lineHeight = 14;
	let free = HEIGHT;
	return heights.map((height) => {
		const placed = Math.min(height + 4, free);
		free = placed - lineHeight;
		return round(placed);
	});
}

function round(value: number): number {
	return Math.round(value * 100) / 100;
}

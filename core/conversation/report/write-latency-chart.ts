import type { Conversation } from '../conversation';
import { findOriginMs, findTurnMs, toOffsetSeconds } from '../find-origin';
import { measureLatency } from '../measure-latency';
import { formatClock } from '../transcript/format-clock';
import { isSent, type Turn } from '../turn';
import { html, type Html } from './html';

const MAX_BARS = 40;

/**
 * The latency of each turn as a bar with its time and its value. A long conversation shares the bars
 * among its turns: each shows the median of some turns that follow each other and, fainter, their
 * maximum. Empty if no turn has a latency. The unit is the service's: none is documented.
 */
export function writeLatencyChart(conversation: Conversation): Html {
	const turns = (conversation.history ?? []).filter(({ metrics }) => isSent(metrics.e2e_latency));
	const { count, median, p95, maximum } = conversation.statistics.latency;
	if (maximum === null) return html``;
	const originMs = findOriginMs(conversation);
	const turnsPerBar = Math.ceil(turns.length / MAX_BARS);
	const top = Math.max(maximum, Number.MIN_VALUE);
	const bars: Html[] = [];
	for (let begin = 0; begin < turns.length; begin += turnsPerBar) {
		bars.push(writeBar(turns.slice(begin, begin + turnsPerBar), originMs, top));
	}
	const note =
		turnsPerBar > 1
			? ` Each bar: ${turnsPerBar} turns, their median and, fainter, their maximum.`
			: '';
	return html`<h2>Latency per turn</h2><p class="soft">e2e_latency of ${count} turns in the unit of the service (none is documented): median ${median ?? ''}, 95th percentile ${p95 ?? ''}, maximum ${maximum}.${note}</p><table class="bars">${bars}</table>`;
}

function writeBar(turns: readonly Turn[], originMs: number | null, top: number): Html {
	const figures = measureLatency(turns.flatMap(({ metrics }) => metrics.e2e_latency ?? []));
	const seconds = turns[0] === undefined ? null : toOffsetSeconds(findTurnMs(turns[0]), originMs);
	const draw = (value: number | null, style: string) =>
		html`<rect class="${style}" width="${Math.round((Math.max(0, value ?? 0) / top) * 1000) / 10}%" height="12"/>`;
	const isShared = turns.length > 1;
	const faint = isShared ? draw(figures.maximum, 'agent faint') : '';
	const atMost = isShared ? `, at most ${figures.maximum}` : '';
	return html`<tr><th>${seconds === null ? '' : formatClock(seconds)}</th><td><svg>${faint}${draw(figures.median, 'agent')}</svg></td><td>${figures.median ?? ''}${atMost}</td></tr>`;
}

import type { Conversation } from '../conversation';
import { formatClock } from '../transcript/format-clock';
import { listTranscriptEntries, type TranscriptEntry } from '../transcript/list-transcript-entries';
import { html, type Html } from './html';

const ENTRIES_A_SECTION = 100;

/** The transcript with tool calls; a long one in sections with headings of their own. */
export function writeTurns(conversation: Conversation, includeSystemTurns: boolean): Html {
	const entries = listTranscriptEntries(conversation, {
		includeSystemTurns,
		includeToolCalls: true,
	});
	if (entries.length === 0) {
		return html`<h2>Transcript</h2><p class="soft">Nothing was said.</p>`;
	}
	const sections: Html[] = [];
	for (let begin = 0; begin < entries.length; begin += ENTRIES_A_SECTION) {
		const section = entries.slice(begin, begin + ENTRIES_A_SECTION);
		const heading = entries.length > ENTRIES_A_SECTION ? writeHeading(section, begin) : '';
		sections.push(html`<div>${heading}${section.map(writeEntry)}</div>`);
	}
	return html`<h2>Transcript</h2>${writeClockNote(entries)}${sections}`;
}

function writeClockNote(entries: readonly TranscriptEntry[]): Html | '' {
	const hasTimes = entries.some(({ offsetSeconds }) => offsetSeconds !== null);
	return hasTimes
		? html`<p class="soft">Times count from the start of the recording, or of the call if none is known.</p>`
		: '';
}

function writeHeading(section: readonly TranscriptEntry[], begin: number): Html {
	const times = section.flatMap(({ offsetSeconds }) => offsetSeconds ?? []);
	const [first] = times;
	const last = times.at(-1);
	const range =
		first === undefined || last === undefined
			? ''
			: `, ${formatClock(first)} to ${formatClock(last)}`;
	return html`<h3>Entries ${begin + 1} to ${begin + section.length}${range}</h3>`;
}

function writeEntry(entry: TranscriptEntry): Html {
	const time = entry.offsetSeconds === null ? '' : formatClock(entry.offsetSeconds);
	const classes = [
		'turn',
		...(entry.isAction ? ['action'] : []),
		...(entry.failed ? ['failed'] : []),
	];
	return html`<div class="${classes.join(' ')}" data-group="${entry.group}"><span class="when">${time}</span><span class="who">${entry.speaker}</span>${writeText(entry)}</div>`;
}

/** What a tool got or gave is folded, unless it failed: few read JSON between what was said. */
function writeText({ text, details, failed, isAction, interrupted }: TranscriptEntry): Html {
	if (details !== '') {
		const head = text.slice(0, -details.length);
		return html`<details class="text"${failed ? html` open` : ''}><summary>${head}</summary>${details}</details>`;
	}
	const badge = interrupted && !isAction ? html` <span class="badge">interrupted</span>` : '';
	return html`<span class="text">${text}${badge}</span>`;
}

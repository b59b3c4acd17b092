import type { Conversation } from '../conversation';
import { shorten } from '../shorten';
import { joinToLine } from '../transcript/clean-text';
import { html } from './html';
import { REPORT_STYLE } from './report-style';
import { writeFacts } from './write-facts';
import { writeLatencyChart } from './write-latency-chart';
import { createMomentWriter } from './write-moment';
import { writeTestResult } from './write-test-result';
import { writeTimeline } from './write-timeline';
import { writeTurns } from './write-turns';

/**
 * Nothing may be loaded and no script may run: the page holds what a caller said, and everything it
 * needs is in it.
 */
const POLICY = html`default-src 'none'; style-src 'unsafe-inline'; img-src data:`;

/** Room for a text at the head, which follows in full below or is only a title. */
const MOST_CHARACTERS_OF_HEAD = 200;

/** How a report is written. */
export type ReportOptions = {
	/** In which its times are, by its name in the IANA database. Default: UTC. */
	timeZone?: string;
	/** Whether the transcript holds turns of the system, such as the agent's instructions. Default: false. */
	includeSystemTurns?: boolean;
};

/**
 * The conversation as one HTML page that needs nothing else: head data, outcome of the agent test,
 * transcript, timeline, latency. Without `session_token`; with the link to the recording, which is a
 * key to it until it expires. At most 8 times as long as the conversation as JSON.
 */
export function writeReport(
	conversation: Conversation,
	{ timeZone = 'UTC', includeSystemTurns = false }: ReportOptions = {},
): string {
	const agent = joinToLine(conversation.agent_title ?? '');
	const title = agent || 'Conversation';
	const moments = createMomentWriter(timeZone);
	const subtitle = [moments.write(conversation.started_at), conversation.status]
		.flatMap((text) => (text === null || text === '' ? [] : shorten(text, MOST_CHARACTERS_OF_HEAD)))
		.join(' · ');
	const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shorten(title, MOST_CHARACTERS_OF_HEAD)}</title>
<link rel="icon" href="data:,">
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<h1>${agent === '' ? '' : html`<span class="soft">Agent</span> `}${title}</h1>
<p class="soft">${subtitle}</p>
${writeFacts(conversation, moments)}
${writeTestResult(conversation)}
${writeTurns(conversation, includeSystemTurns)}
${writeTimeline(conversation)}
${writeLatencyChart(conversation)}
</main>
</body>
</html>
`;
	return page.text;
}

import * as z from 'zod/v4';

const shown = z.looseObject({
	id: z.string(),
	shape: z.string(),
	agent_title: z.string().nullable(),
	status: z.string().nullable(),
	started_at: z.string().nullable(),
	duration_seconds: z.number().nullable(),
	from_number: z.string().nullable(),
	summary: z.looseObject({
		transcript: z.string(),
		turn_count: z.number(),
		tool_call_count: z.number(),
		interruption_count: z.number(),
		has_recording: z.boolean(),
	}),
});

const transcriptLines = 4;
const lineLength = 100;

function shorten(line: string): string {
	return line.length > lineLength ? `${line.slice(0, lineLength - 1)}…` : line;
}

/** What a trigger emitted, in a few lines for a person to read. Throws where it is no conversation. */
export function describeConversation(item: Record<string, unknown>): string {
	const { summary, ...conversation } = shown.parse(item);
	const rows: [string, unknown][] = [
		['id', conversation.id],
		['shape', `${conversation.shape} (one of two, A and B)`],
		['agent_title', conversation.agent_title],
		['status', conversation.status],
		['started_at', conversation.started_at],
		['duration_seconds', conversation.duration_seconds],
		['from_number', conversation.from_number],
		['turns', `${summary.turn_count} (with tool calls and system turns)`],
		['tool calls', summary.tool_call_count],
		['interruptions', summary.interruption_count],
		['recording', summary.has_recording ? 'yes' : 'no'],
	];
	const lines = summary.transcript.split('\n');
	const rest = lines.length - transcriptLines;
	return [
		...rows.map(([name, value]) => `  ${name.padEnd(18)}${String(value)}`),
		'  transcript',
		...lines.slice(0, transcriptLines).map((line) => `    ${shorten(line)}`),
		...(rest > 0 ? [`    … (${rest} more ${rest === 1 ? 'line' : 'lines'})`] : []),
	].join('\n');
}

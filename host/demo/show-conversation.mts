import * as z from 'zod/v4';

const shown = z.looseObject({
	id: z.string(),
	agent: z.string().nullable(),
	status: z.string().nullable(),
	customer_number: z.string().nullable(),
	started_at: z.string().nullable(),
	duration_seconds: z.number().nullable(),
	transcript: z.string(),
	recording_url: z.string().nullable(),
});

const transcriptLines = 4;
const lineLength = 100;

function shorten(line: string): string {
	return line.length > lineLength ? `${line.slice(0, lineLength - 1)}…` : line;
}

/** What a trigger emitted as Essentials, in a few lines for a person to read. */
export function describeConversation(item: Record<string, unknown>): string {
	const read = shown.safeParse(item);
	// The user has changed the workflow since the first start.
	if (!read.success) return '  (not as Essentials: look at the execution in n8n)';
	const { transcript, recording_url: recording, ...call } = read.data;
	const rows: [string, unknown][] = [
		['agent', call.agent],
		['status', call.status],
		['customer_number', call.customer_number],
		['started_at', call.started_at],
		['duration_seconds', call.duration_seconds],
		['recording', recording === null ? 'no' : 'yes'],
		['id', call.id],
	];
	const lines = transcript.split('\n');
	const rest = lines.length - transcriptLines;
	return [
		...rows.map(([name, value]) => `  ${name.padEnd(18)}${String(value)}`),
		'  transcript',
		...lines.slice(0, transcriptLines).map((line) => `    ${shorten(line)}`),
		...(rest > 0 ? [`    … (${rest} more ${rest === 1 ? 'line' : 'lines'})`] : []),
	].join('\n');
}

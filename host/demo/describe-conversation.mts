import * as z from 'zod/v4';

const simplified = z.looseObject({
	id: z.string(),
	agent: z.string().nullable(),
	status: z.string().nullable(),
	customer_number: z.string().nullable(),
	direction: z.string().nullable(),
	answered: z.boolean().nullable(),
	started_at: z.string().nullable(),
	duration_seconds: z.number().nullable(),
	transcript: z.string(),
	recording_url: z.string().nullable(),
});
type Simplified = z.infer<typeof simplified>;

const transcriptLines = 12;
// A terminal breaks a line; what is longer hides the rest.
const lineLength = 160;

/**
 * What a trigger emitted as Simplified, for a person to read: who called whom, when, and what was
 * said. `timeZone` is that of the time; default: this machine's.
 */
export function describeConversation(item: Record<string, unknown>, timeZone?: string): string {
	const { success, data: call } = simplified.safeParse(item);
	// The user has changed the workflow since the first start.
	if (!success) return 'A conversation came, not as Simplified: look at the execution in n8n.';
	return [
		`${describeSides(call)}${describeTime(call.started_at, timeZone)}.`,
		`${describeCourse(call)}.`,
		'',
		...quoteTranscript(call.transcript),
	].join('\n');
}

function describeSides({ agent, customer_number: customer, direction, answered }: Simplified) {
	const agentName = agent ?? 'a voice agent';
	const customerName = customer ?? 'somebody';
	// Unless a call is known to go out, the customer's number is the one that it came from.
	if (direction !== 'outbound') return `${capitalize(customerName)} called ${agentName}`;
	const outcome = answered === false ? ', and nobody answered,' : '';
	return `${capitalize(agentName)} called ${customerName}${outcome}`;
}

function describeTime(startedAt: string | null, timeZone?: string): string {
	const time = new Date(startedAt ?? Number.NaN);
	if (Number.isNaN(time.getTime())) return '';
	const words = new Intl.DateTimeFormat('en-GB', {
		day: 'numeric',
		month: 'long',
		year: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		timeZoneName: 'short',
		timeZone,
	}).format(time);
	return ` on ${words}`;
}

function describeCourse({ status, duration_seconds: seconds, recording_url: url }: Simplified) {
	const parts = [
		status === null ? 'Finished' : `Status ${status}`,
		...(seconds === null ? [] : [`${seconds} seconds`]),
		url === null ? 'no recording' : 'with a recording',
	];
	return parts.join(', ');
}

function quoteTranscript(transcript: string): string[] {
	if (transcript === '') return ['  (nothing was said)'];
	const lines = transcript.split('\n');
	const rest = lines.length - transcriptLines;
	return [
		...lines.slice(0, transcriptLines).map((line) => `  ${shorten(line)}`),
		...(rest > 0 ? [`  … (${rest} more ${rest === 1 ? 'line' : 'lines'})`] : []),
	];
}

const shorten = (line: string): string =>
	line.length > lineLength ? `${line.slice(0, lineLength - 1)}…` : line;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

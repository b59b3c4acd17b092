import * as z from 'zod/v4';

const simplified = z.looseObject({
	id: z.string(),
	agent_title: z.string().nullable(),
	status: z.string().nullable(),
	outcome: z.string().nullable(),
	customer_number: z.string().nullable(),
	from_number: z.string().nullable(),
	to_number: z.string().nullable(),
	started_at: z.string().nullable(),
	duration_seconds: z.number().nullable(),
	transcript: z.string(),
	audio_url: z.string().nullable(),
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

function describeSides(call: Simplified) {
	const agentName = call.agent_title ?? 'a voice agent';
	const customer = call.customer_number;
	const customerName = customer ?? 'somebody';
	// Unless a call is known to go out, the customer's number is the one that it came from.
	const isOutbound =
		customer !== null && customer === call.to_number && customer !== call.from_number;
	return isOutbound
		? `${capitalize(agentName)} called ${customerName}`
		: `${capitalize(customerName)} called ${agentName}`;
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

function describeCourse({
	outcome,
	status,
	duration_seconds: seconds,
	audio_url: url,
}: Simplified) {
	const parts = [
		outcome === null ? 'Outcome not known' : `Outcome ${outcome}`,
		...(status === null ? [] : [`status ${status}`]),
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

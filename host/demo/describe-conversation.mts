import * as z from 'zod/v4';

const simplified = z.looseObject({
	agent_title: z.string(),
	outcome: z.string(),
	customer_number: z.string(),
	started_at: z.string(),
	duration_seconds: z.number(),
	transcript: z.string(),
});

/**
 * What a trigger emitted as Simplified of the conversation that every start shows, for a person to read:
 * who called whom, when, and what was said.
 */
export function describeConversation(item: Record<string, unknown>): string {
	const { success, data: call } = simplified.safeParse(item);
	// The user has changed the workflow since the first start.
	if (!success) return 'A conversation came, not as Simplified: look at the execution in n8n.';
	const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
	return [
		`${call.customer_number} called ${call.agent_title} on ${format.format(new Date(call.started_at))}.`,
		`Outcome ${call.outcome}, ${call.duration_seconds} seconds.`,
		'',
		...call.transcript.split('\n').map((line) => `  ${line}`),
	].join('\n');
}

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

/** What a start runs and keeps, as its summary names it. */
export interface Places {
	owner: { email: string; password: string };
	sandboxUrl: string;
	dataFolder: string;
	logFile: string;
}

/** Where a person looks next, pages first. */
export function describePlaces(
	n8nUrl: string,
	{ owner, ...places }: Places,
	heading: string,
): string {
	const rows = [
		['see it in n8n', n8nUrl],
		['', `log in as ${owner.email} with ${owner.password}`],
		['finish another', `${places.sandboxUrl} (the sandbox's page)`],
		['', 'its box "Copy These into n8n" has what a credential of your own needs'],
		['data', places.dataFolder],
		['log of n8n', places.logFile],
	];
	const lines = rows.map(([label = '', value]) => `  ${label.padEnd(16)}${value}`);
	return [heading, ...lines].join('\n');
}

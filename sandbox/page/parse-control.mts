import * as z from 'zod/v4';
import { dialogueNames } from '../dialogues/dialogues.mts';
import { Problem } from '../api/respond-with-problem.mts';
import { faultTargets } from '../faults/match-target.mts';
import { faultNames } from '../faults/switch-on-fault.mts';

/** What the page may ask of a conversation. */
export const conversationForm = z.strictObject({
	shape: z.enum(['A', 'B']).optional(),
	dialogue: z.enum(dialogueNames).optional(),
	turns: z.int().min(0).max(20_000).optional(),
	outcome: z.enum(['completed', 'failed', 'no_answer']).optional(),
	withTools: z.boolean().optional(),
	withHandoff: z.boolean().optional(),
	withInterruptions: z.boolean().optional(),
	withTestRun: z.boolean().optional(),
	withCampaign: z.boolean().optional(),
	withRecording: z.boolean().optional(),
});

/** What the page may change in a registration, as the web app can. */
export const registrationForm = z.strictObject({ enabled: z.boolean() });

/** What the page may ask of a fault. */
export const faultForm = z.strictObject({
	name: z.enum(faultNames),
	target: z.enum(faultTargets).optional(),
	times: z.int().min(1).max(1_000_000).optional(),
	status: z.int().min(200).max(599).optional(),
	delayMs: z.int().min(0).max(600_000).optional(),
	retryAfterSeconds: z.int().min(0).max(3600).optional(),
	afterEffect: z.boolean().optional(),
});

/** Reads a control endpoint's body. Throws a 400 problem that names the field. */
export function parseControl<T>(schema: z.ZodType<T>, text: string): T {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new Problem(400, 'The body is not JSON.');
	}
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const field = issue?.path.join('.') ?? '';
	throw new Problem(400, `${field === '' ? 'The body' : `The field ${field}`}: ${issue?.message}`);
}

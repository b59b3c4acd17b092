import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { workflowFile } from '../../host/n8n/n8n-workflow-types.mts';

const folder = join(__dirname, '../fixtures/legacy-workflows');
const json = z.record(z.string(), z.unknown());

const legacyWorkflow = z.object({
	workflow: workflowFile.extend({ staticData: json }),
	credential: z.object({
		type: z.enum(['voiceAgentOAuth2Api', 'voiceAgentTokenApi']),
		apiBaseUrl: z.string(),
		issuer: z.string(),
		subject: z.string(),
		signingSecret: z.string().optional(),
	}),
	registration: z.object({ id: z.string(), body: json }),
	record: json,
	deliveries: z.array(
		z.object({
			name: z.string(),
			hasToken: z.boolean(),
			/** Header that carries the signature; without it the delivery is not signed. */
			signatureHeader: z.string().optional(),
			event: z.string(),
			changes: json.default({}),
			data: json.optional(),
			answer: z.object({ httpStatus: z.number(), body: json }),
			emitted: z.object({ items: z.array(json), without: z.array(z.string()) }).optional(),
		}),
	),
});

/** A workflow that an earlier version saved, and what that version did: see the folder's README. */
export type LegacyWorkflow = z.infer<typeof legacyWorkflow>;

export const legacyWorkflowNames: readonly string[] = readdirSync(folder)
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.slice(0, -'.json'.length));

export function readLegacyWorkflow(name: string): LegacyWorkflow {
	const text = readFileSync(join(folder, `${name}.json`), 'utf8');
	return legacyWorkflow.parse(JSON.parse(text));
}

/** The name of the field that held the webhook URL, which the service has to ask for. */
export function findUrlField({ registration }: LegacyWorkflow, webhookUrl: string): string {
	const found = Object.entries(registration.body).find(([, value]) => value === webhookUrl);
	if (found === undefined) throw new Error('No field of the registration holds the webhook URL.');
	return found[0];
}

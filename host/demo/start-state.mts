import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/v4';
import type { IdentityMemory } from '../../sandbox/types.mts';

const registration = z.object({
	id: z.string(),
	userId: z.string(),
	url: z.string(),
	body: z.record(z.string(), z.unknown()),
	created_at: z.string(),
	workflow: z.string().optional(),
});

const payload = z.record(z.string(), z.unknown());
const identityMemory: z.ZodType<IdentityMemory> = z.object({
	signingKey: z.looseObject({ kty: z.string() }),
	models: z.record(z.string(), z.record(z.string(), payload)),
	revoked: z.array(z.string()),
	opaque: z.record(z.string(), z.string()),
});

const portSet = z.object({
	n8n: z.number(),
	broker: z.number(),
	api: z.number(),
	identity: z.number(),
});
/** The ports of everything that a start runs. */
export type Ports = z.infer<typeof portSet>;

/** Taken if they are free. */
export const defaultPorts: Readonly<Ports> = { n8n: 5678, broker: 5679, api: 4010, identity: 4011 };

const startState = z.object({
	/** The ports of the last start. No later one looks at them. */
	ports: portSet,
	owner: z.object({ email: z.string(), password: z.string() }),
	credentialId: z.string().optional(),
	workflowId: z.string().optional(),
	/** What the service would still know: n8n does not register again what it has registered. */
	registrations: z.array(registration),
	/** What the sandbox's identity server has granted: a credential that was connected stays so. */
	identity: identityMemory.optional(),
	/** Where the next start begins its sequence of conversations, so none comes twice. */
	nextSeed: z.number(),
});

/** What a second `npm start` takes over from the first. */
export type StartState = z.infer<typeof startState>;

/** Where the state of a data folder is kept. */
export const findStateFile = (dataFolder: string): string => join(dataFolder, 'state.json');

/** The state that an earlier start left in the folder, else a new one with a password of its own. */
export async function loadStartState(dataFolder: string): Promise<StartState> {
	const file = findStateFile(dataFolder);
	const text = await readFile(file, 'utf8').catch(() => undefined);
	if (text === undefined) {
		return {
			ports: { ...defaultPorts },
			// n8n wants a digit and a capital letter in it.
			owner: { email: 'owner@example.com', password: `Sandbox-${randomBytes(6).toString('hex')}1` },
			registrations: [],
			nextSeed: 1,
		};
	}
	try {
		return startState.parse(JSON.parse(text));
	} catch (error) {
		throw new Error(`${file} cannot be read. Start with --reset to begin anew.`, { cause: error });
	}
}

/**
 * Writes the state so a start broken off in the middle leaves the earlier one. It may be saved
 * again while it is being saved.
 */
export async function saveStartState(dataFolder: string, state: StartState): Promise<void> {
	const file = findStateFile(dataFolder);
	const written = `${file}.${randomBytes(6).toString('hex')}`;
	await writeFile(written, JSON.stringify(state, null, 2), { mode: 0o600 });
	await rename(written, file);
}

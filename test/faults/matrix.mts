import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/v4';

const scenario = z.strictObject({ during: z.string(), afterwards: z.string() });
const outcome = z.strictObject({
	/** One request meets the fault. */
	once: scenario.optional(),
	/** Every request meets it until it is over, or it takes effect at once. */
	lasting: scenario,
});
const matrix = z.record(z.string(), z.record(z.string(), outcome));

/** What comes of one operation that meets one fault. */
export type Outcome = z.infer<typeof outcome>;
/** Outcomes by section and fault: what the tests assert and the docs show. */
export type Matrix = z.infer<typeof matrix>;

const file = path.join(import.meta.dirname, 'matrix.json');

export const readMatrix = (): Matrix => matrix.parse(JSON.parse(readFileSync(file, 'utf8')));

export const writeMatrix = (observed: Matrix): void =>
	writeFileSync(file, `${JSON.stringify(observed, null, '\t')}\n`);

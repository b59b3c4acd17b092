import * as z from 'zod/v4-mini';
import { declare } from './declare-field';

/** Values that do not have their documented type or name. Holds no value: values may be personal. */
export const parseIssueSchema = z.object({
	path: declare(
		z.string(),
		'Path in the record, with the names as delivered: `history[3].metrics.e2e_latency`.',
	),
	expected: declare(
		z.string(),
		'The documented type: string, number, boolean, object, array, JSON text. Or the documented name, if it came in another spelling: `the name agent_title`.',
	),
	received: declare(z.string(), 'The JSON type that came.'),
});

export type ParseIssue = z.infer<typeof parseIssueSchema>;

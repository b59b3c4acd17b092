import * as z from 'zod/v4-mini';
import type { JsonValue } from '../json/json';
import { declare } from './declare-field';

const text = (description: string) => declare(z.nullable(z.string()), description);

/** How a delivery was authenticated. */
export const deliveryVerdictSchema = z.object({
	method: text('What was checked, such as `jwt`; `null` if there was nothing to check.'),
	valid: declare(
		z.nullable(z.boolean()),
		'Whether the checks succeeded; `null` if nothing could be decided.',
	),
	reason: text('Why `valid` is not true, as a stable code.'),
	issuer: text('`iss` of the token.'),
	client: text('`azp` of the token.'),
	subject: text('`sub` of the token.'),
	audience: declare(z.nullable(z.array(z.string())), '`aud` of the token.'),
});

export type DeliveryVerdict = z.infer<typeof deliveryVerdictSchema>;

/** What the trigger says of a delivery that it accepted; core itself always leaves it `null`. */
export const deliverySchema = z.object({
	status: declare(
		z.nullable(z.string()),
		'Always `accepted`: a delivery that starts nothing is in the output Discarded only.',
		{ columns: null },
	),
	...deliveryVerdictSchema.shape,
	envelope: declare(
		z.nullable(z.record(z.string(), z.custom<JsonValue>())),
		'Fields of the event beside `event` and `data`, up to 16 kB; `null` if there are none.',
		{ columns: null },
	),
});

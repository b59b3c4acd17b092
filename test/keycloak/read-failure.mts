import * as z from 'zod/v4';

const nodeFailure = z.object({
	description: z.string().nullish(),
	context: z.object({ code: z.string() }),
});

/** The code of a node's error with the words of Keycloak or the API behind it; throws any other error. */
export function readFailure(error: unknown): string {
	const { success, data } = nodeFailure.safeParse(error);
	if (!success) throw error;
	const words = (data.description ?? '').replace(/( — )?Error code: [\w-]+/, '');
	return words === '' ? data.context.code : `${data.context.code}: ${words}`;
}

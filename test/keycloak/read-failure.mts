import * as z from 'zod/v4';
import { errorCatalog } from '../../nodes/shared/error-catalog.ts';

const nodeFailure = z.object({
	description: z.string().nullish(),
	context: z.object({ code: z.string() }),
});

/** The code of a node's error with the words of Keycloak or the API behind it; throws any other error. */
export function readFailure(error: unknown): string {
	const { success, data } = nodeFailure.safeParse(error);
	if (!success) throw error;
	const { code } = data.context;
	const entry = Object.entries(errorCatalog).find(([name]) => name === code)?.[1];
	const words = (data.description ?? '')
		.replace(entry?.advice ?? '', '')
		.replace(`— Code: ${code}`, '')
		.replace(/(?:Service|Identity server) response: /, '')
		.trim()
		.replace(/\.$/, '');
	return words === '' ? code : `${code}: ${words}`;
}

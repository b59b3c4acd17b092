import * as z from 'zod/v4';
import type { N8nSession } from '../../../host/n8n/n8n-session.mts';

const tables = z.object({ data: z.array(z.looseObject({ id: z.string(), name: z.string() })) });
const rows = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

/** The rows of a Data Table as n8n's editor shows them, oldest first. Throws if there is none. */
export async function readDataTable(
	session: N8nSession,
	name: string,
): Promise<Record<string, unknown>[]> {
	const id = await findDataTable(session, name);
	const answer = rows.parse(await session.api('GET', `/data-tables/${id}/rows?limit=100`));
	return answer.data.sort((a, b) => Number(a.id) - Number(b.id));
}

/** Deletes a Data Table with its rows. Throws if there is none. */
export async function deleteDataTable(session: N8nSession, name: string): Promise<void> {
	await session.api('DELETE', `/data-tables/${await findDataTable(session, name)}`);
}

async function findDataTable(session: N8nSession, name: string): Promise<string> {
	const { data } = tables.parse(await session.api('GET', '/data-tables'));
	const found = data.find((table) => table.name === name);
	if (found === undefined) throw new Error(`There is no Data Table "${name}".`);
	return found.id;
}

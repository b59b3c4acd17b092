import type { DatabaseSync } from 'node:sqlite';
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

/** The names of all Data Tables. */
export const listDataTables = async (session: N8nSession): Promise<string[]> =>
	tables.parse(await session.api('GET', '/data-tables')).data.map(({ name }) => name);

/** Deletes all Data Tables, as every example begins with none, or those of some names. */
export async function deleteDataTables(
	session: N8nSession,
	isMeant: (name: string) => boolean = () => true,
): Promise<void> {
	const { data } = tables.parse(await session.api('GET', '/data-tables'));
	for (const { id } of data.filter(({ name }) => isMeant(name))) {
		await session.api('DELETE', `/data-tables/${id}`);
	}
}

/** Creates a Data Table of one column of text. */
export async function createDataTable(
	session: N8nSession,
	name: string,
	column: string,
): Promise<void> {
	const columns = [{ name: column, type: 'string' }];
	await session.api('POST', '/data-tables', { name, columns });
}

export async function addRows(
	session: N8nSession,
	name: string,
	data: Record<string, unknown>[],
): Promise<void> {
	await session.api('POST', `/data-tables/${await findDataTable(session, name)}/rows`, { data });
}

/**
 * Changes rows in n8n's database, for what no request can set, such as when they were created. In the
 * condition `$table` is the table.
 */
export async function updateDataTable(
	{ database, session }: { database: DatabaseSync; session: N8nSession },
	name: string,
	set: string,
	where = 'true',
): Promise<void> {
	const table = `data_table_user_${await findDataTable(session, name)}`;
	database.exec(`update "${table}" set ${set} where ${where.replace('$table', `"${table}"`)}`);
}

/** Has n8n's database reject changes of rows, as when all tables are full. Gives what ends it. */
export async function rejectUpdates(
	{ database, session }: { database: DatabaseSync; session: N8nSession },
	name: string,
): Promise<() => void> {
	const table = `data_table_user_${await findDataTable(session, name)}`;
	database.exec(
		`create trigger full before update on "${table}" begin select raise(abort, 'full'); end`,
	);
	return () => database.exec('drop trigger full');
}

async function findDataTable(session: N8nSession, name: string): Promise<string> {
	const { data } = tables.parse(await session.api('GET', '/data-tables'));
	const found = data.find((table) => table.name === name);
	if (found === undefined) throw new Error(`There is no Data Table "${name}".`);
	return found.id;
}

import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/v4';
import type { Sandbox } from '../../../sandbox/types.mts';

/** Something that n8n must not write down, and what it is, which may be told. */
export interface Secret {
	kind: string;
	value: string;
}

/** A signed token, also one that only n8n has seen. */
const jwt = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/;

/** Where n8n keeps the API key of its owner, a signed token of its own; the rest of the database is searched table by table. */
const holdsOwnKey = /^table user_api_keys$|database\.sqlite/;

const formFields = ['code', 'code_verifier', 'client_secret', 'refresh_token'];

/** Tokens, codes, verifiers and secrets as the sandbox received them. */
export function listSecrets({ requests, clients }: Sandbox): Secret[] {
	const all = requests.flatMap(({ form, headers }) => [
		...formFields.map((kind) => ({ kind, value: form[kind] ?? '' })),
		{
			kind: 'access token',
			value: /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '',
		},
	]);
	all.push({ kind: 'client_secret', value: clients.confidential.clientSecret ?? '' });
	const kinds = new Map(all.map(({ kind, value }) => [value, kind]));
	kinds.delete('');
	return [...kinds].map(([value, kind]) => ({ kind, value }));
}

const tableNames = z.array(z.object({ name: z.string() }));

/** Every row of every table as JSON, by table. */
export function readDatabase(dataFolder: string): Map<string, string> {
	const file = join(dataFolder, '.n8n', 'database.sqlite');
	const database = new DatabaseSync(file, { readOnly: true });
	try {
		const tables = tableNames.parse(
			database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all(),
		);
		return new Map(
			tables.map(({ name }) => [
				name,
				JSON.stringify(database.prepare(`SELECT * FROM "${name}"`).all()),
			]),
		);
	} finally {
		database.close();
	}
}

/** Every file that n8n wrote, the database's own too, by path; installed packages left out. */
async function readFiles(dataFolder: string): Promise<Map<string, string>> {
	const entries = await readdir(dataFolder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => relative(dataFolder, join(parentPath, name)))
		.filter((path) => !path.split(sep).includes('node_modules'));
	const contents = files.map(
		async (path) => [path, await readFile(join(dataFolder, path), 'latin1')] as const,
	);
	return new Map(await Promise.all(contents));
}

/** Where the data folder of an n8n that has ended holds a secret: what it is and where, never its value. */
export async function findSecrets(dataFolder: string, secrets: Secret[]): Promise<string[]> {
	const tables = [...readDatabase(dataFolder)].map(([name, text]) => [`table ${name}`, text]);
	const found = [...(await readFiles(dataFolder)), ...tables].flatMap(([place = '', text = '']) => [
		...secrets.filter(({ value }) => text.includes(value)).map(({ kind }) => `${kind} in ${place}`),
		...(!holdsOwnKey.test(place) && jwt.test(text) ? [`a signed token in ${place}`] : []),
	]);
	return [...new Set(found)];
}

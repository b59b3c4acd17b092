import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { readExampleFile } from '../../support/n8n/read-example.mts';
import { adaptTo, tableSuffix } from '../adapt-example.mts';
import { createInbound, readTableRows, type Day } from '../day.mts';
import type { Account } from '../start-accounts.mts';

const call = (account: Account) =>
	createInbound(account, { from_number: '+12025550188' }, { withRecording: true });
const rows = z.array(z.unknown());

/** An example that makes a call a row of a Data Table. */
const keepIn = (example: string, table: string): Day => ({
	...{ example, title: 'a call', call },
	effects: async (account) => ({ row: { seen: await readTableRows(account, table) } }),
});

/** The examples that keep a call on machines of one's own, and ask no vendor for anything. */
export const days: Day[] = [
	keepIn('call-log-data-table', 'voice_agent_calls'),
	keepIn('no-calls-any-more', 'voice_agent_last_call'),
	{
		...{ example: 'crm-sync-postgres', title: 'a call', call },
		// As its run by hand does.
		prepare: async (account) => {
			const { nodes } = adaptTo(account)(readExampleFile('crm-sync-postgres'));
			const created = nodes.find(({ name }) => name === 'Create Tables')?.parameters.query;
			await account.runSql(`drop schema public cascade; create schema public; ${created}`);
		},
		effects: async ({ readSql, name }) => ({
			contact: { seen: rows.parse(await readSql('select * from voice_agent_contacts')) },
			row: {
				seen: rows.parse(await readSql(`select * from voice_agent_calls${tableSuffix(name)}`)),
			},
		}),
	},
	{
		...{ example: 'archive-recording-and-subtitles', title: 'a call', call },
		effects: async ({ folder }) => {
			// A forged copy has files of its own.
			const all = await readdir(folder);
			const names = all.filter((name) => !name.startsWith('invalid-token'));
			const written = names.map(async (name) => {
				const { mtimeMs } = await stat(join(folder, name));
				return { name, mtimeMs };
			});
			return { file: { seen: await Promise.all(written), expected: 2 } };
		},
	},
];

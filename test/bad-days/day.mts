import type { ConversationOptions } from '../../sandbox/types.mts';
import type { Setup } from '../examples/import-example.mts';
import { addRows, listDataTables, readDataTable } from '../support/n8n/data-tables.mts';
import { tableSuffix } from './adapt-example.mts';
import type { Account } from './start-accounts.mts';

/** An effect of an example, such as the texts to a customer. `seen`: those that came about, of the `expected` number. */
export interface Effect {
	seen: readonly unknown[];
	/** Default 1. */
	expected?: number;
}

/** Delivers a call to the example, or without one runs its schedule, and waits for the end. */
export type Run = (record?: Record<string, unknown>) => Promise<unknown>;

/** An ordinary call of an example, or an ordinary run of its schedule, and how to judge what comes of it. */
export interface Day {
	/** The page shows it behind the name of the example: `a booking`. */
	title: string;
	example: string;
	setUp?: Setup;
	/** Name of the schedule node that begins the day, in place of a call. */
	schedule?: string;
	/** Runs before the day, such as to create rows that the example reads. */
	prepare?: (account: Account, run: Run) => Promise<void> | void;
	call?: (account: Account) => Record<string, unknown>;
	/** The call that comes at the same time as `call`. Default: a later state of `call`. */
	second?: (account: Account) => Record<string, unknown>;
	/** Answers for a person while the execution waits; false if there is nothing to answer. Default: nobody answers. */
	answer?: (account: Account) => Promise<boolean>;
	/**
	 * The effects by name, such as `event` or `text`. A mail or a message of the chat that is no effect tells a
	 * person of trouble.
	 */
	effects: (account: Account) => Record<string, Effect> | Promise<Record<string, Effect>>;
	/** Whether each run has all effects again, as a report does. */
	isReport?: boolean;
	/** An untrue message to a person or a customer; undefined if all are true. */
	findUntruth?: (account: Account) => string | undefined;
}

/** A call of a customer who called us. */
export const createInbound = (
	{ sandbox }: Account,
	overrides: Record<string, unknown>,
	options: ConversationOptions = {},
): Record<string, unknown> => sandbox.createRecord({ ...options, withCampaign: false, overrides });

/** Adds rows to a Data Table of the account, which an example has created. */
export const addTableRows = (
	{ session, name }: Account,
	table: string,
	rows: Record<string, unknown>[],
): Promise<void> => addRows(session, table + tableSuffix(name), rows);

/** The rows of a Data Table of the account; none if no example has created it yet. */
export async function readTableRows({ session, name }: Account, table: string) {
	const mine = table + tableSuffix(name);
	return (await listDataTables(session)).includes(mine) ? readDataTable(session, mine) : [];
}

/** Mails (subject and text) and messages of the chat, which may tell a person of trouble. */
export const readTold = ({ mails, vendors }: Account): string[] => [
	...mails.map(({ subject = '', text = '' }) => `${subject}\n${text}`),
	...vendors.chat.messages,
];

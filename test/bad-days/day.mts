import type { ConversationOptions } from '../../sandbox/types.mts';
import type { Setup } from '../examples/import-example.mts';
import { addRows, listDataTables, readDataTable } from '../support/n8n/data-tables.mts';
import { tableSuffix } from './adapt-example.mts';
import type { Account } from './start-accounts.mts';

/** What an example is to bring about, as far as it is there. */
export interface Effect {
	seen: readonly unknown[];
	/** Default 1. */
	expected?: number;
}

/** Delivers a call to the example, or without one runs its schedule, and waits for the end. */
export type Run = (record?: Record<string, unknown>) => Promise<unknown>;

/** An ordinary call of an example, or an ordinary run of its schedule, and how to judge what comes of it. */
export interface Day {
	/** Behind the name of the example, such as `a booking`. */
	title: string;
	example: string;
	setUp?: Setup;
	/** The schedule that begins it, in place of a call. */
	schedule?: string;
	/** Puts there what an ordinary day begins with. */
	prepare?: (account: Account, run: Run) => Promise<void> | void;
	call?: (account: Account) => Record<string, unknown>;
	/** The call that comes at the same time as the call. Default: its later state. */
	second?: (account: Account) => Record<string, unknown>;
	/** A person answers while the execution waits, if there is an answer. Default: none, until its time is over. */
	answer?: (account: Account) => Promise<boolean>;
	/**
	 * What it brings about, by name: events, texts, mails. Mails and messages of the chat that are not among
	 * them tell a person of trouble.
	 */
	effects: (account: Account) => Record<string, Effect> | Promise<Record<string, Effect>>;
	/** Whether each run brings all of it about anew, as a report does. */
	isReport?: boolean;
	/** What a person or a customer reads that is not so; undefined if all is. */
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

/** What a person can read of trouble: first lines, or subjects where a mail has no text. */
export const readTold = ({ mails, vendors }: Account): string[] => [
	...mails.map(({ subject = '', text = '' }) => `${subject}\n${text}`),
	...vendors.chat.messages,
];

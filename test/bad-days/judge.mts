import { readExampleFile } from '../support/n8n/read-example.mts';
import type { Day } from './day.mts';
import type { Account } from './start-accounts.mts';

/** How a day ended well. */
export const goodEnds = [
	'done once',
	'done once after retry',
	'told to a person',
	'red, told by the error workflow',
] as const;

/** How the executions of a day ended. */
export interface Ending {
	/** Number of executions that ended red. */
	failed: number;
	/** Number of calls, or of runs of the schedule. */
	runs: number;
	/** Whether a request, an execution or the call was repeated. */
	isRepeated: boolean;
	/** Whether mail or a sign-in is gone, so that the example itself can tell nobody. */
	isCutOff?: boolean;
}

/** One of `goodEnds`, or else in bold what is wrong: a loss, a doubled effect, an untrue message. */
export async function judge(
	day: Day,
	account: Account,
	{ failed, runs, isRepeated, isCutOff = false }: Ending,
): Promise<string> {
	const effects = Object.entries(await day.effects(account));
	const times = day.isReport ? runs : 1;
	const known = new Set(effects.flatMap(([, { seen }]) => seen));
	const told = [...account.mails, ...account.vendors.chat.messages].filter(
		(one) => !known.has(one),
	);
	const count = (differs: (seen: number, expected: number) => boolean) =>
		effects
			.filter(([, { seen, expected = 1 }]) => differs(seen.length, expected * times))
			.map(([name]) => name);

	const doubled = count((seen, expected) => seen > expected);
	if (doubled.length > 0) return `**twice: ${doubled.join(', ')}**`;
	const isEmpty = account.mails.some(({ text, html }) => !text?.trim() && !html?.trim());
	const untruth = isEmpty ? 'a mail without a word' : day.findUntruth?.(account);
	if (untruth !== undefined) return `**untrue: ${untruth}**`;
	if (failed > account.vendors.chat.errors.length) return '**red, nobody told**';
	if (told.length > 0) return 'told to a person';
	if (failed > 0) return mayTurnRed(day) || isCutOff ? goodEnds[3] : `**${goodEnds[3]}**`;
	const lost = count((seen, expected) => seen < expected);
	if (lost.length > 0) return `**lost: ${lost.join(', ')}**`;
	return isRepeated ? 'done once after retry' : 'done once';
}

/**
 * An example that writes to a person says itself what was not done. Others leave it to the error workflow, as
 * their notes say: a mail of their own would take as many nodes as the example has.
 */
const mayTurnRed = ({ example }: Day): boolean =>
	!readExampleFile(example).nodes.some(({ name }) => name === 'Write to a Person');

export const isFailure = (end: string): boolean => end.startsWith('**');

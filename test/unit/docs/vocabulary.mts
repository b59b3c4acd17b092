/** A word that this package used, and the field's own, which it uses now. */
export interface Word {
	now: string;
	/** What to write. */
	write: string;
	pattern: RegExp;
	/** A text that has the word. */
	bad: string;
	/** A text that is close to it and right. */
	good: string;
}

/** One word for one thing: the words of n8n, of OAuth and of HTTP in place of paraphrases. */
export const vocabulary: readonly Word[] = [
	{
		now: 'Address of a server',
		write: 'API Base URL, Identity Server URL, Web App URL',
		pattern: /\b(?:API|API Base|Identity Server|Web App) Address(?:es)?\b/gi,
		bad: 'Enter the Identity Server Address.',
		good: 'Enter the Identity Server URL; an IP address is accepted.',
	},
	{
		now: 'Held Back',
		write: 'discarded',
		pattern: /\b(?:hold|holds|held|holding)(?: \w+){0,3} back\b|\bemit what is\b/gi,
		bad: 'Emit what is held back.',
		good: 'The item holds a record; go back to the list.',
	},
	{
		now: 'Essentials',
		write: 'Simplified',
		pattern: /\bessentials\b/gi,
		bad: 'Output Essentials',
		good: 'It is essential.',
	},
	{
		now: 'Include and Leave Out, as modes of Fields',
		write: 'Selected, All Except',
		pattern: /\((?:Include|Leave Out)\)|\bMode (?:Include|Leave Out)\b|\bLeave Out History\b/g,
		bad: 'all others (Leave Out)',
		good: 'Leave Out System Turns',
	},
	{
		now: 'Row, as an output',
		write: 'Flat',
		pattern: /\bOutput Row\b|\b[Aa]s a row\b|\bRow or\b|\bRaw Record\b/g,
		bad: 'Emit it as a row.',
		good: 'Add or Update Row',
	},
	{
		now: 'the sign-in ends, is renewed, its life',
		write: 'the credential must be reconnected, the token is refreshed or expires',
		pattern:
			/\bsign-in(?: has)? (?:ends?|ended|is over|lasts?|dies|is kept|alive)\b|\bends? (?:the|a|your) sign-in\b|\b(?:its|sign-in's|token's) life\b|\bkeep(?:s)? (?:the )?sign-in\b/gi,
		bad: 'The sign-in ends after 30 days.',
		good: 'The sign-in page; reconnect the credential after 30 days.',
	},
	{
		now: 'renew',
		write: 'refresh',
		pattern: /\brenew(?:s|ed|ing|al)?\b/gi,
		bad: 'The token is renewed.',
		good: 'The token is refreshed.',
	},
	{
		now: 'refuse',
		write: 'reject',
		pattern: /\brefus(?:e|es|ed|ing|al)\b/gi,
		bad: 'The API refused the token.',
		good: 'The API rejected the token.',
	},
	{
		now: 'answer, for a response',
		write: 'response, respond',
		pattern:
			/\b(?:server|service|API|n8n|node|trigger)(?:'s)? (?:has |did not |does not |will )?answer(?:s(?! a call)|ed|ing)?\b|\banswers? (?:with )?(?:a |with |of )?(?:status|2xx|[2-5]\d\d)\b/gi,
		bad: 'The server did not answer.',
		good: 'The call was not answered. This n8n answers a call before it stores it.',
	},
	{
		now: 'Accept Anyway',
		write: 'Report Only',
		pattern: /\baccept anyway\b|\bcheck, accept\b/gi,
		bad: 'Accept Anyway',
		good: 'Accept the delivery in any case.',
	},
	{
		now: 'deactivate',
		write: 'unpublish',
		pattern: /\bdeactivat(?:e|es|ed|ing|ion)\b/gi,
		bad: 'On Deactivate',
		good: 'On Unpublish',
	},
	{
		now: 'holds a sample call',
		write: 'has pinned data',
		pattern: /\bholds? a sample\b/gi,
		bad: 'The trigger holds a sample call.',
		good: 'The trigger has pinned data.',
	},
	{
		now: 'blanks, anybody, choose',
		write: 'spaces, anyone, select',
		pattern: /\bblanks?\b|\banybody\b|\bch(?:oo|o)s(?:e|es|en|ing)\b/gi,
		bad: 'Choose a field without blanks.',
		good: 'Select a field without spaces.',
	},
	{
		now: 'sound, of a recording',
		write: 'audio',
		pattern: /\bsounds?\b/gi,
		bad: 'The sound of the call.',
		good: 'The audio of the call.',
	},
	{
		now: 'shape A, shape B',
		write: 'full record, short record',
		pattern: /\bshapes? [AB]\b/gi,
		bad: 'In shape B it is missing.',
		good: 'In the short record it is missing.',
	},
];

export interface WordFound {
	now: string;
	write: string;
	/** The word with some others around it. */
	found: string;
}

/** The old words in a text. What is set as code is a name, not a word. */
export function findOldWords(text: string): WordFound[] {
	const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '``');
	return vocabulary.flatMap(({ now, write, pattern }) =>
		[...prose.matchAll(pattern)].map((match) => ({
			now,
			write,
			found: prose.slice(Math.max(0, match.index - 40), match.index + 40).replace(/\s+/g, ' '),
		})),
	);
}

import type { BannedTurn } from './banned-turns.mts';

/** One word for one thing: the words of n8n, of OAuth and of HTTP in place of paraphrases. */
export const vocabulary: readonly BannedTurn[] = [
	{
		turn: 'Address of a server',
		better: 'API Base URL, Identity Server URL, Web App URL',
		pattern: /\b(?:API|API Base|Identity Server|Web App) Address(?:es)?\b/gi,
		bad: 'Enter the Identity Server Address.',
		good: 'Enter the Identity Server URL; an IP address is accepted.',
	},
	{
		turn: 'Held Back',
		better: 'discarded',
		pattern: /\b(?:hold|holds|held|holding)(?: \w+){0,3} back\b|\bemit what is\b/gi,
		bad: 'Emit what is held back.',
		good: 'The item holds a record; go back to the list.',
	},
	{
		turn: 'Essentials',
		better: 'Simplified',
		pattern: /\bessentials\b/gi,
		bad: 'Output Essentials',
		good: 'It is essential.',
	},
	{
		turn: 'Include and Leave Out, as modes of Fields',
		better: 'Selected, All Except',
		pattern: /\((?:Include|Leave Out)\)|\bMode (?:Include|Leave Out)\b|\bLeave Out History\b/g,
		bad: 'all others (Leave Out)',
		good: 'Leave Out System Turns',
	},
	{
		turn: 'Row, as an output',
		better: 'Flat',
		pattern: /\bOutput Row\b|\b[Aa]s a row\b|\bRow or\b|\bRaw Record\b/g,
		bad: 'Emit it as a row.',
		good: 'Add or Update Row',
	},
	{
		turn: 'the sign-in ends, is renewed, its life',
		better: 'the credential must be reconnected, the token is refreshed or expires',
		pattern:
			/\bsign-in(?: has)? (?:ends?|ended|is over|lasts?|dies|is kept|alive)\b|\bends? (?:the|a|your) sign-in\b|\b(?:its|sign-in's|token's) life\b|\bkeep(?:s)? (?:the )?sign-in\b/gi,
		bad: 'The sign-in ends after 30 days.',
		good: 'The sign-in page; reconnect the credential after 30 days.',
	},
	{
		turn: 'renew',
		better: 'refresh',
		pattern: /\brenew(?:s|ed|ing|al)?\b/gi,
		bad: 'The token is renewed.',
		good: 'The token is refreshed.',
	},
	{
		turn: 'refuse',
		better: 'reject',
		pattern: /\brefus(?:e|es|ed|ing|al)\b/gi,
		bad: 'The API refused the token.',
		good: 'The API rejected the token.',
	},
	{
		turn: 'answer, for a response',
		better: 'response, respond',
		pattern:
			/\b(?:server|service|API|n8n|node|trigger)(?:'s)? (?:has |did not |does not |will )?answer(?:s(?! a call)|ed|ing)?\b|\banswers? (?:with )?(?:a |with |of )?(?:status|2xx|[2-5]\d\d)\b/gi,
		bad: 'The server did not answer.',
		good: 'The call was not answered. This n8n answers a call before it stores it.',
	},
	{
		turn: 'Accept Anyway',
		better: 'Report Only',
		pattern: /\baccept anyway\b|\bcheck, accept\b/gi,
		bad: 'Accept Anyway',
		good: 'Accept the delivery in any case.',
	},
	{
		turn: 'deactivate',
		better: 'unpublish',
		pattern: /\bdeactivat(?:e|es|ed|ing|ion)\b/gi,
		bad: 'On Deactivate',
		good: 'On Unpublish',
	},
	{
		turn: 'holds a sample call',
		better: 'has pinned data',
		pattern: /\bholds? a sample\b/gi,
		bad: 'The trigger holds a sample call.',
		good: 'The trigger has pinned data.',
	},
	{
		turn: 'blanks, anybody, choose',
		better: 'spaces, anyone, select',
		pattern: /\bblanks?\b|\banybody\b|\bch(?:oo|o)s(?:e|es|en|ing)\b/gi,
		bad: 'Choose a field without blanks.',
		good: 'Select a field without spaces.',
	},
	{
		turn: 'sound, of a recording',
		better: 'audio',
		pattern: /\bsounds?\b/gi,
		bad: 'The sound of the call.',
		good: 'The audio of the call.',
	},
	{
		turn: 'shape A, shape B',
		better: 'full record, short record',
		pattern: /\bshapes? [AB]\b/gi,
		bad: 'In shape B it is missing.',
		good: 'In the short record it is missing.',
	},
];

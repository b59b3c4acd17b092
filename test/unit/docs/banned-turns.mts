export interface BannedTurn {
	turn: string;
	/** What to write instead. */
	better: string;
	pattern: RegExp;
	/** A sentence that has the turn. */
	bad: string;
	/** A sentence that is close to it and right. */
	good: string;
}

/** "where" asks or tells about a place after these words; elsewhere it is a condition. */
const placeWords =
	'say|said|see|sees|seen|know|knows|show|shows|find|finds|look|looks|select|from|place|prints|says|items';

/** What a reader who learned English at school has to read twice. */
export const bannedTurns: readonly BannedTurn[] = [
	{
		turn: 'where, for a condition',
		better: 'if, when',
		pattern: new RegExp(`(?<!\\b(?:${placeWords}) )\\bwhere\\b(?! to\\b)`, 'gi'),
		bad: 'Where the token is missing, the delivery is rejected.',
		good: 'The log says where you can find the file.',
	},
	{
		turn: 'so that',
		better: 'so, to, or a new sentence',
		pattern: /\bso that\b/gi,
		bad: 'Raise it so that the webhook is registered again.',
		good: 'Raise it, so the webhook is registered again.',
	},
	{
		turn: 'of which, whereof',
		better: 'a new sentence',
		pattern: /\bof (?:which|whom)\b|\bwhere(?:of|in|by|upon|from)\b/gi,
		bad: 'Three requests, one of which failed.',
		good: 'Three requests; one of them failed. The field which failed is named.',
	},
	{
		turn: 'stands in',
		better: 'is in, replaces',
		pattern: /\b(?:stand|stands|stood|standing) (?:in|under|behind|beside|at|on)\b/gi,
		bad: 'The reason stands in the log.',
		good: 'The sandbox is a stand-in for the service.',
	},
	{
		turn: 'is told',
		better: 'gets, sees, or "the answer says"',
		pattern: /\b(?:is|are|be|was|were|been|being) told\b/gi,
		bad: 'The sender is told nothing.',
		good: 'n8n told the sender to try again.',
	},
	{
		turn: 'in its stead',
		better: 'instead',
		pattern: /\bin (?:its|their|his|her) stead\b/gi,
		bad: 'The row is written in its stead.',
		good: 'The row is written instead.',
	},
	{
		turn: 'verifies, without an object',
		better: 'is valid, is invalid',
		pattern:
			/\b(?:what|that|which|never) verif(?:y|ies)\b(?! (?:a|an|the|it|its|them|each|this|these|their|tokens|deliveries)\b)|\b(?:seen to|do not|does not|did not) verify\b|\bverifies again\b/gi,
		bad: 'Only a token that verifies is accepted.',
		good: 'The node verifies each token, with a key that verifies it.',
	},
	{
		turn: 'heed',
		better: 'use, follow, take effect',
		pattern: /\bheed(?:s|ed|ing)?\b/gi,
		bad: 'Deliveries heed it within 30 seconds.',
		good: 'It takes effect within 30 seconds.',
	},
	{
		turn: 'whoever',
		better: 'anyone who, the person who',
		pattern: /\bwho(?:so)?ever\b/gi,
		bad: 'Tell whoever runs the server.',
		good: 'Tell the person who runs the server.',
	},
	{
		turn: 'leaves the choice to',
		better: 'leave empty to use the default of',
		pattern: /\b(?:leave|leaves|left) the choice\b/gi,
		bad: 'Empty leaves the choice to it.',
		good: 'Leave empty to use the default of the sign-in page.',
	},
	{
		turn: 'met a failure',
		better: 'an error occurred, failed',
		pattern: /\b(?:meet|meets|met) (?:a|an|with|the) (?:failure|error|limit)\b/gi,
		bad: 'The node met a failure that it does not know.',
		good: 'An unexpected error occurred. The people met a deadline.',
	},
	{
		turn: 'beginnings of',
		better: 'prefixes of, the start of',
		pattern: /\bbeginnings of\b/gi,
		bad: 'Beginnings of the number that called.',
		good: 'Prefixes of the number, at the beginning of the list.',
	},
	{
		turn: 'acknowledged before',
		better: 'already accepted',
		pattern: /\backnowledged before\b/gi,
		bad: 'An equal delivery was acknowledged before.',
		good: 'The delivery was already acknowledged.',
	},
	{
		turn: 'of its own, at the end',
		better: 'its own …, a separate …',
		pattern: /\bof (?:its|their|his|her|your|our) own(?=\s*(?:[.,;:!?|)"]|$))/gim,
		bad: 'Each runs in a process of its own.',
		good: 'Each runs in its own process.',
	},
	{
		turn: 'hereby, thereby, thus',
		better: 'so, in this way',
		pattern: /\b(?:hereby|thereby|thereof|therein|thereupon|thus)\b/gi,
		bad: 'It is thus ignored.',
		good: 'So it is ignored, and therefore not counted.',
	},
	{
		turn: 'as to',
		better: 'about, on',
		pattern: /\bas to\b/gi,
		bad: 'A note as to the limits.',
		good: 'It has to be as high as two.',
	},
	{
		turn: 'the like',
		better: 'name them, similar …',
		pattern: /\bthe like\b/gi,
		bad: 'It begins with Bearer or the like.',
		good: 'It looks like the one before.',
	},
	{
		turn: 'British spelling',
		better: 'American spelling, as in n8n',
		pattern:
			/\b(?:(?:colo|behavio|hono|favo|labo|neighbo)ur\w*|cancell(?:ed|ing)|label(?:led|ling)|model(?:led|ling)|travell\w+|(?:author|recogn|organ|normal|serial|summar|initial|optim|minim|maxim|canonical|custom|synchron|priorit|special|real|util)is(?:e|es|ed|er|ing|ation)\b|(?:licen|defen|offen)ce|cent(?:re|red)|catalogues?|judgement|misspelt|spelt|learnt|spoilt|whilst|analys(?:e|ed|ing)|grey)\b/gi,
		bad: 'The sign-in was cancelled.',
		good: 'It is not authorized and was canceled. The summaries are the promise.',
	},
];

export interface BannedTurnFound {
	turn: string;
	better: string;
	/** The turn with some words around it. */
	found: string;
}

/** The banned turns of a text. Code in Markdown is not looked at: it is not prose. */
export function findBannedTurns(
	text: string,
	turns: readonly BannedTurn[] = bannedTurns,
): BannedTurnFound[] {
	const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '``');
	return turns.flatMap(({ turn, better, pattern }) =>
		[...prose.matchAll(pattern)].map((match) => ({
			turn,
			better,
			found: prose.slice(Math.max(0, match.index - 40), match.index + 40).replace(/\s+/g, ' '),
		})),
	);
}

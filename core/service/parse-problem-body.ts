import * as z from 'zod/v4-mini';

/** A text, a list of words, or words by the name of a field. */
export type Words = string | Words[] | { [name: string]: Words };

const text = z.catch(z.string(), '');

/** One level more: what is neither text, list nor object is the empty text. */
function nest<Inner extends z.ZodMiniType<Words>>(inner: Inner) {
	return z.catch(z.union([z.string(), z.array(inner), z.record(z.string(), inner)]), '');
}

// Three levels and no recursion: the depth of a body is its sender's choice.
const ProblemBody = nest(nest(nest(text)));

/**
 * The words in the body of an error response, whose shape part 7 of the interface document does not
 * show. Never fails: what is no word, or is nested deeper than three levels, is the empty text.
 */
export function parseProblemBody(body: unknown): Words {
	return z.parse(ProblemBody, body);
}

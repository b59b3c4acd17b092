import * as z from 'zod/v4-mini';
import { isObject, setOwn } from './json';

/** A text, a list of words, or words by the name of a field. */
export type Words = string | Words[] | { [name: string]: Words };

const text = z.catch(z.string(), '');

/** One level more: what is neither text, list nor object is the empty text. */
function nest<Inner extends z.ZodMiniType<Words>>(inner: Inner) {
	return z.catch(z.union([z.string(), z.array(inner), z.record(z.string(), inner)]), '');
}

// Three levels and no recursion: the depth of a body is its sender's choice.
const LEVELS = 3;
const ProblemBody = nest(nest(nest(text)));

/** Of each list and object. Further ones are not shown, and a schema takes long to look at very many. */
const MAX_ENTRIES = 20;

/**
 * The words in the body of an error response, whose shape part 7 of the interface document does not
 * show. Never fails: what is no word, or is nested deeper than three levels, is the empty text. Of each
 * list and object the first 20 entries are read.
 */
export function parseProblemBody(body: unknown): Words {
	return z.parse(ProblemBody, trim(body, LEVELS));
}

/** The body without what is too far behind or too deep. */
function trim(value: unknown, levels: number): unknown {
	if (levels === 0) return typeof value === 'string' ? value : '';
	if (Array.isArray(value)) {
		return value.slice(0, MAX_ENTRIES).map((element: unknown) => trim(element, levels - 1));
	}
	if (!isObject(value)) return value;
	const kept: { [name: string]: unknown } = {};
	let count = 0;
	for (const name in value) {
		if (count === MAX_ENTRIES) break;
		count += 1;
		setOwn(kept, name, trim(value[name], levels - 1));
	}
	return kept;
}

/** Error response of an identity server (RFC 6749, 5.2; part 4.2 of the interface document). */
type OAuthError = {
	/** `error`, such as `invalid_grant`; `undefined` if the body holds none. */
	error: string | undefined;
	/** `error_description`, if there is one. */
	description: string | undefined;
};

const TEXT = z.catch(z.optional(z.string().check(z.minLength(1))), undefined);

const OAUTH_ERROR = z.catch(z.object({ error: TEXT, error_description: TEXT }), {
	error: undefined,
	error_description: undefined,
});

/** Reads the parsed body of an error response. Never fails: what is no text counts as not there. */
export function parseOAuthError(body: unknown): OAuthError {
	const { error, error_description: description } = z.parse(OAUTH_ERROR, body);
	return { error, description };
}

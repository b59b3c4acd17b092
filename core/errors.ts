/**
 * What is wrong with something that came from outside: a returned value, not an exception.
 * `code` is stable and may be compared; `message` names the field and the problem, never the value. It is
 * empty if the nodes have words for the code.
 */
export type Failure<Code extends string> = {
	code: Code;
	message: string;
};

/** The outcome of reading something from outside. */
export type Result<Success extends object, Code extends string> =
	| ({ success: true } & Success)
	| { success: false; error: Failure<Code> };

export function fail<Code extends string>(code: Code, message = '') {
	return { success: false as const, error: { code, message } };
}

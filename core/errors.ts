/**
 * A problem of input from outside, returned instead of thrown. `code` is stable, such as `body-empty`.
 * `message` names field and problem without the value; an empty message leaves the words to the nodes.
 */
export type Failure<Code extends string> = { code: Code; message: string };

export type Result<Success extends object, Code extends string> =
	| ({ success: true } & Success)
	| { success: false; error: Failure<Code> };

export function fail<Code extends string>(code: Code, message = '') {
	return { success: false as const, error: { code, message } };
}

/**
 * What is wrong with something that came from outside: returned, never thrown. `code` is stable; `message`
 * names field and problem, never the value, and is empty if the nodes have words for the code.
 */
export type Failure<Code extends string> = { code: Code; message: string };

export type Result<Success extends object, Code extends string> =
	| ({ success: true } & Success)
	| { success: false; error: Failure<Code> };

export function fail<Code extends string>(code: Code, message = '') {
	return { success: false as const, error: { code, message } };
}

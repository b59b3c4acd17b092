/**
 * What is wrong with something that came from outside: a returned value, not an exception.
 * `code` is stable and may be compared; `message` names the field and the problem, never the value.
 */
export type Failure<Code extends string> = {
	code: Code;
	message: string;
};

/** The outcome of reading something from outside. Bad input is a result; a caller's mistake throws. */
export type Result<Success extends object, Code extends string> =
	| ({ success: true } & Success)
	| { success: false; error: Failure<Code> };

/** The failed result of this code. */
export function fail<Code extends string>(
	code: Code,
	message: string,
): { success: false; error: Failure<Code> } {
	return { success: false, error: { code, message } };
}

/**
 * A caller's mistake: an argument that the caller could have known to be wrong. Compare `code`.
 */
export class VoiceAgentError extends Error {
	readonly code: string;

	constructor(code: string, message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = 'VoiceAgentError';
		this.code = code;
	}
}

/** The `code` of a system error, such as `EEXIST`. By its look: jest's errors are of another realm. */
export function readErrorCode(error: unknown): unknown {
	return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

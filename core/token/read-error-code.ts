/** The `code` of something thrown, or undefined. Codes are compared, classes never: bundles copy them. */
export function readErrorCode(thrown: unknown): string | undefined {
	if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
	return typeof thrown.code === 'string' ? thrown.code : undefined;
}

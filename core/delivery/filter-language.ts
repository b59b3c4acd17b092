import { foldCase } from './filter-list';

/**
 * Whether a language code is one of the wanted ones or a more special one: `en` takes `en`, `en-US` and
 * `en_GB` through, `en-US` only itself (basic filtering of RFC 4647). Ids of language or locale match
 * as a whole.
 */
export function matchesLanguage(
	fields: ReadonlyArray<string | null>,
	wanted: readonly string[],
): boolean {
	const codes = fields.flatMap((field) => (field === null ? [] : [normalizeCode(field)]));
	return wanted.map(normalizeCode).some((range) => {
		return codes.some((code) => code === range || code.startsWith(`${range}-`));
	});
}

function normalizeCode(code: string): string {
	return foldCase(code).replaceAll('_', '-');
}

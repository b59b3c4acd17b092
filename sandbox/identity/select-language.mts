export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const;
export type Language = (typeof languages)[number];

/** The parameter of OpenID Connect, which a real Keycloak reads; it reads no other. */
export const standardLanguageParameters = ['ui_locales'];

/**
 * The first language asked for that the login page has; `de-AT` means `de`. Default `en`. `names` are
 * the authorize parameters that count, first match wins.
 */
export function chooseLanguage(
	parameters: Record<string, unknown>,
	names: readonly string[],
): Language {
	const wanted = names
		.flatMap((name) => parameters[name] ?? [])
		.flatMap((value) => String(value).split(' '))
		.map((tag) => tag.toLowerCase().split(/[-_]/)[0]);
	for (const tag of wanted) {
		const language = languages.find((candidate) => candidate === tag);
		if (language !== undefined) return language;
	}
	return 'en';
}

export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const;
export type Language = (typeof languages)[number];

/**
 * Authorize parameters that choose the language of the login page, first match wins. The interface
 * document (part 4.2) writes `idp_locale` and says that a vendor abbreviation stands there.
 */
export const languageParameters = ['idp_locale', 'kc_locale', 'ui_locales'];

/** The first language asked for that the login page has; `de-AT` means `de`. Default `en`. */
export function chooseLanguage(parameters: Record<string, unknown>): Language {
	const wanted = languageParameters
		.flatMap((name) => parameters[name] ?? [])
		.flatMap((value) => String(value).split(' '))
		.map((tag) => tag.toLowerCase().split(/[-_]/)[0]);
	for (const tag of wanted) {
		const language = languages.find((candidate) => candidate === tag);
		if (language !== undefined) return language;
	}
	return 'en';
}

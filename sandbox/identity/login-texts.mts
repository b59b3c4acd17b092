/** By language. Two are enough to see that the one that was asked for arrives. */
export const loginTexts = {
	en: {
		title: 'Sign in',
		username: 'User name',
		password: 'Password',
		submit: 'Sign in',
		/** Heads the account that a sandbox shows on its sign-in page. */
		account: 'Account of this sandbox',
		wrongCredentials: 'Wrong user name or password.',
		expired: 'This sign-in has expired. Start again from the application.',
		failed: 'The sign-in could not be continued.',
	},
	de: {
		title: 'Anmelden',
		username: 'Benutzername',
		password: 'Passwort',
		submit: 'Anmelden',
		account: 'Konto dieser Sandbox',
		wrongCredentials: 'Benutzername oder Passwort ist falsch.',
		expired: 'Diese Anmeldung ist abgelaufen. Beginnen Sie in der Anwendung von vorn.',
		failed: 'Die Anmeldung konnte nicht fortgesetzt werden.',
	},
};

export type Language = keyof typeof loginTexts;

/**
 * The first language asked for that the login page has; `de-AT` means `de`. Default `en`. Only the
 * parameter of OpenID Connect counts, as with a real Keycloak.
 */
export function chooseLanguage(parameters: Record<string, unknown>): Language {
	const tags = String(parameters.ui_locales ?? '').split(/[ ,]/);
	return tags.map((tag) => tag.toLowerCase().split(/[-_]/)[0] ?? '').find(isLanguage) ?? 'en';
}

const isLanguage = (tag: string): tag is Language => Object.hasOwn(loginTexts, tag);

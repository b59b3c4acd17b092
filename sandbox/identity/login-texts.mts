export interface LoginTexts {
	title: string;
	username: string;
	password: string;
	submit: string;
	/** Heads the account that a sandbox shows on its sign-in page. */
	account: string;
	wrongCredentials: string;
	expired: string;
	failed: string;
}

/** By language, in the order in which discovery lists them. */
export const loginTexts = {
	en: {
		title: 'Sign in',
		username: 'User name',
		password: 'Password',
		submit: 'Sign in',
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
	fr: {
		title: 'Connexion',
		username: 'Nom d’utilisateur',
		password: 'Mot de passe',
		submit: 'Se connecter',
		account: 'Compte de cette sandbox',
		wrongCredentials: 'Nom d’utilisateur ou mot de passe incorrect.',
		expired: 'Cette connexion a expiré. Recommencez depuis l’application.',
		failed: 'La connexion n’a pas pu se poursuivre.',
	},
	es: {
		title: 'Iniciar sesión',
		username: 'Nombre de usuario',
		password: 'Contraseña',
		submit: 'Iniciar sesión',
		account: 'Cuenta de este sandbox',
		wrongCredentials: 'Nombre de usuario o contraseña incorrectos.',
		expired: 'Este inicio de sesión ha caducado. Empiece de nuevo desde la aplicación.',
		failed: 'No se pudo continuar con el inicio de sesión.',
	},
	it: {
		title: 'Accedi',
		username: 'Nome utente',
		password: 'Password',
		submit: 'Accedi',
		account: 'Account di questa sandbox',
		wrongCredentials: 'Nome utente o password errati.',
		expired: 'Questo accesso è scaduto. Ricomincia dall’applicazione.',
		failed: 'Non è stato possibile continuare l’accesso.',
	},
	nl: {
		title: 'Aanmelden',
		username: 'Gebruikersnaam',
		password: 'Wachtwoord',
		submit: 'Aanmelden',
		account: 'Account van deze sandbox',
		wrongCredentials: 'Onjuiste gebruikersnaam of onjuist wachtwoord.',
		expired: 'Deze aanmelding is verlopen. Begin opnieuw vanuit de toepassing.',
		failed: 'De aanmelding kon niet worden voortgezet.',
	},
	pt: {
		title: 'Iniciar sessão',
		username: 'Nome de utilizador',
		password: 'Palavra-passe',
		submit: 'Iniciar sessão',
		account: 'Conta desta sandbox',
		wrongCredentials: 'Nome de utilizador ou palavra-passe incorretos.',
		expired: 'Este início de sessão expirou. Recomece a partir da aplicação.',
		failed: 'Não foi possível continuar o início de sessão.',
	},
} satisfies Record<string, LoginTexts>;

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

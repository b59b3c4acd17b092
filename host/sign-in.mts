import { CookieJar } from 'tough-cookie';

export type SignInErrorCode = 'rejected' | 'wrong_credentials' | 'too_many_steps';

/** Why the browser did not come back to the application. `page` is what it showed last. */
export class SignInError extends Error {
	readonly code: SignInErrorCode;
	readonly page: string;

	constructor(code: SignInErrorCode, message: string, page = '') {
		super(message);
		this.name = 'SignInError';
		this.code = code;
		this.page = page;
	}
}

export interface SignInOptions {
	/** Address of the authorize endpoint with its query. */
	authorizationUrl: string;
	username: string;
	password: string;
	/** Default: a new browser. A jar used before is still signed in. */
	cookies?: CookieJar;
}

export interface SignInResult {
	/** Where the identity server sent the browser in the end: the redirect URI with its query. */
	callbackUrl: string;
	/** The login page as shown, `''` if the browser was signed in already. */
	loginPage: string;
}

const maxSteps = 20;

/** Signs in as a browser would: follows redirects, fills in the login form, stops at the callback. */
export async function signIn(options: SignInOptions): Promise<SignInResult> {
	const { username, password, cookies = new CookieJar() } = options;
	let url = new URL(options.authorizationUrl);
	const { origin } = url;
	let form: URLSearchParams | undefined;
	let loginPage = '';

	for (let step = 0; step < maxSteps; step += 1) {
		const response = await fetch(url, {
			method: form === undefined ? 'GET' : 'POST',
			body: form,
			redirect: 'manual',
			headers: { accept: 'text/html', cookie: await cookies.getCookieString(url.href) },
		});
		for (const line of response.headers.getSetCookie()) await cookies.setCookie(line, url.href);
		const page = await response.text();
		const location = response.headers.get('location');
		if (location !== null) {
			url = new URL(location, url);
			form = undefined;
			if (url.origin !== origin) return { callbackUrl: url.href, loginPage };
			continue;
		}
		const found = readForm(page);
		if (found === undefined) {
			throw new SignInError('rejected', `identity server answered ${response.status}`, page);
		}
		if (found.fields.has('username')) {
			if (loginPage !== '') {
				throw new SignInError('wrong_credentials', 'user name or password were rejected', page);
			}
			loginPage = page;
			found.fields.set('username', username);
			found.fields.set('password', password);
		}
		form = found.fields;
		url = new URL(found.action, url);
	}
	throw new SignInError('too_many_steps', `no callback after ${maxSteps} steps`);
}

const readAttribute = (tag: string, name: string) =>
	unescapeHtml(new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '');

function unescapeHtml(text: string): string {
	return text
		.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
		.replace(/&quot;/g, '"')
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&amp;/g, '&');
}

/** The first form of a page with its inputs; enough HTML for the pages of the identity server. */
function readForm(page: string): { action: string; fields: URLSearchParams } | undefined {
	const formTag = /<form\b[^>]*>/i.exec(page)?.[0];
	if (formTag === undefined) return undefined;
	const fields = new URLSearchParams();
	for (const [inputTag] of page.matchAll(/<input\b[^>]*>/gi)) {
		const name = readAttribute(inputTag, 'name');
		if (name !== '') fields.set(name, readAttribute(inputTag, 'value'));
	}
	return { action: readAttribute(formTag, 'action'), fields };
}

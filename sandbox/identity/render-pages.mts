import { html, renderDocument, type Html } from '../html.mts';
import type { SandboxUser } from './identity-types.mts';
import type { Realm } from './realm.mts';
import { loginTexts, type Language } from './login-texts.mts';

const style = html`:root{color-scheme:light dark;--card:#fff;--alert:#b91c1c}
body{font:16px/1.5 system-ui,sans-serif;background:#f3f4f6;color:#111827;margin:0}
main{max-width:22rem;margin:12vh auto;padding:2rem;background:var(--card);border-radius:.5rem;box-shadow:0 1px 4px #0003}
h1{font-size:1.4rem;margin:0 0 1rem}label{display:block;margin:.75rem 0 .25rem}
input{width:100%;box-sizing:border-box;padding:.5rem;font:inherit}
button{margin-top:1.25rem;width:100%;padding:.6rem;font:inherit;color:#fff;background:#1d4ed8;border:0;border-radius:.25rem}
[role=alert]{color:var(--alert)}code{overflow-wrap:anywhere}
aside{margin-top:1.5rem;padding-top:1rem;border-top:1px solid #8888;font-size:.875rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:0 .75rem;margin:0}dd{margin:0}
@media(prefers-color-scheme:dark){:root{--card:#1d232c;--alert:#ff9d94}body{background:#14181f;color:#e7ebf1}}`;

const renderPage = (language: Language, title: string, content: Html): string =>
	renderDocument(
		{ language, title, head: html`<style>${style}</style>` },
		html`<main><h1>${title}</h1>
${content}
</main>`,
	);

/** The form posts to its own address: fields `username` and `password`. */
export function renderLoginPage(
	language: Language,
	options: { action: string; username: string; wrongCredentials: boolean; account?: SandboxUser },
): string {
	const texts = loginTexts[language];
	const alert = options.wrongCredentials ? html`<p role="alert">${texts.wrongCredentials}</p>` : '';
	return renderPage(
		language,
		texts.title,
		html`${alert}<form method="post" action="${options.action}">
<label for="username">${texts.username}</label>
<input id="username" name="username" autocomplete="username" required autofocus value="${options.username}">
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button type="submit">${texts.submit}</button>
</form>${options.account === undefined ? '' : renderAccount(texts, options.account)}`,
	);
}

const renderAccount = (
	texts: (typeof loginTexts)[Language],
	{ username, password }: SandboxUser,
): Html =>
	html`<aside><strong>${texts.account}</strong>
<dl><dt>${texts.username}</dt><dd><code>${username}</code></dd>
<dt>${texts.password}</dt><dd><code>${password}</code></dd></dl></aside>`;

/** What a browser shows at a path of no realm, usually because the address lacks it. */
export function renderNotFoundPage({ issuer, prefix }: Pick<Realm, 'issuer' | 'prefix'>): string {
	return renderPage(
		'en',
		'Not Found',
		html`<p>The Identity Server URL ends in <code>${prefix}</code>. Enter the whole of it in the credential:</p><p><code>${issuer}</code></p>`,
	);
}

/** What the browser shows if the library rejects a request without going back to the application. */
export function renderErrorPage(
	language: Language,
	problem: { error: string; error_description?: string },
): string {
	const texts = loginTexts[language];
	const detail = [problem.error, problem.error_description].filter(Boolean).join(': ');
	return renderPage(
		language,
		texts.title,
		html`<p role="alert">${texts.failed}</p><p><code>${detail}</code></p>`,
	);
}

export function renderExpiredPage(language: Language): string {
	const texts = loginTexts[language];
	return renderPage(language, texts.title, html`<p role="alert">${texts.expired}</p>`);
}

import { html, type Html } from '../html.mts';
import type { Language } from './choose-language.mts';
import { loginTexts } from './login-texts.mts';

const style = html`body{font:16px/1.5 system-ui,sans-serif;background:#f3f4f6;color:#111827;margin:0}
main{max-width:22rem;margin:12vh auto;padding:2rem;background:#fff;border-radius:.5rem;box-shadow:0 1px 4px #0003}
h1{font-size:1.4rem;margin:0 0 1rem}label{display:block;margin:.75rem 0 .25rem}
input{width:100%;box-sizing:border-box;padding:.5rem;font:inherit}
button{margin-top:1.25rem;width:100%;padding:.6rem;font:inherit;color:#fff;background:#1d4ed8;border:0;border-radius:.25rem}
[role=alert]{color:#b91c1c}`;

function renderPage(language: Language, title: string, content: Html): string {
	const page = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>
${content}
</main></body>
</html>`;
	return page.text;
}

/** The form posts to its own address: fields `username` and `password`. */
export function renderLoginPage(
	language: Language,
	options: { action: string; username: string; wrongCredentials: boolean },
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
</form>`,
	);
}

/** What the browser shows if the library refuses a request without going back to the application. */
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

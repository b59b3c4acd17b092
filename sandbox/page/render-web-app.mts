import { html, renderDocument, type Html } from '../html.mts';
import type { SandboxClient } from '../identity/identity-types.mts';

const head = html`<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/sandbox/page.css">`;

const layout = (title: string, content: Html): string =>
	renderDocument(
		{ title: `${title} · Voice Agent Sandbox`, head },
		html`<header><h1>${title}</h1><nav aria-label="Sandbox"><a href="/">Sandbox</a></nav></header>
<main>${content}</main>`,
	);

/** {app_url}/developers (part 2.1): the registered applications. */
export function renderApplications(
	clients: SandboxClient[],
	apiUrl: string,
	identityServerUrl: string,
): string {
	const applications = clients.map(
		({ clientId, clientSecret, redirectUris }) => html`<section>
<h2>${clientSecret === undefined ? 'Public' : 'Confidential'}</h2>
<dl class="facts">
<dt>Client ID</dt><dd><code>${clientId}</code></dd>
${clientSecret === undefined ? '' : html`<dt>Client Secret</dt><dd><code>${clientSecret}</code></dd>`}
<dt>Redirect URIs</dt>${redirectUris.map((uri) => html`<dd><code>${uri}</code></dd>`)}
</dl></section>`,
	);
	return layout(
		'OAuth Applications',
		html`<section><dl class="facts">
<dt>API Base URL</dt><dd><code>${apiUrl}</code></dd>
<dt>Identity Server URL</dt><dd><code>${identityServerUrl}</code></dd>
</dl></section>
${applications}`,
	);
}

/** {app_url}/token (part 5.10): the current access token of the signed-in user. */
export const renderToken = (username: string, accessToken: string): string =>
	layout(
		'Access Token',
		html`<section><p>Signed in as <strong>${username}</strong>.</p>
<label for="token">Current access token</label>
<textarea id="token" readonly rows="12" spellcheck="false">${accessToken}</textarea></section>`,
	);

import { html, type Html } from '../html.mts';
import type { SandboxClient } from '../identity/identity-types.mts';

function layout(title: string, content: Html): string {
	const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Voice Agent Sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/page.css">
</head>
<body>
<header><h1>${title}</h1><nav aria-label="Sandbox"><a href="/">Sandbox</a></nav></header>
<main>${content}</main>
</body>
</html>
`;
	return page.text;
}

/** {app_url}/developers (part 2.1): the registered applications. */
export function renderApplications(
	clients: SandboxClient[],
	apiUrl: string,
	identityUrl: string,
): string {
	const rows = clients.map(
		({ clientId, clientSecret, redirectUris }) => html`<tr>
<td>${clientSecret === undefined ? 'Public' : 'Confidential'}</td>
<td><code>${clientId}</code></td>
<td>${clientSecret === undefined ? 'none' : html`<code>${clientSecret}</code>`}</td>
<td>${redirectUris.map((uri, index) => html`${index === 0 ? '' : html`<br>`}<code>${uri}</code>`)}</td>
</tr>`,
	);
	return layout(
		'OAuth Applications',
		html`<section><p>API Base Address: <code>${apiUrl}</code><br>Identity Server Address: <code>${identityUrl}</code></p>
<div class="wide"><table>
<thead><tr><th scope="col">Type</th><th scope="col">Client ID</th><th scope="col">Client secret</th><th scope="col">Redirect URIs</th></tr></thead>
<tbody>${rows}</tbody>
</table></div></section>`,
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

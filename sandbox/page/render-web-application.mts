import type { SandboxClient } from '../types.mts';

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (found) => entities[found] ?? found);

const layout = (title: string, content: string) => `<!doctype html>
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

/** {app_url}/developers (part 2.1): the registered applications. */
export function renderApplications(clients: SandboxClient[], identityUrl: string): string {
	const rows = clients.map(
		({ clientId, clientSecret, redirectUris }) => `<tr>
<td>${clientSecret === undefined ? 'Public' : 'Confidential'}</td>
<td><code>${escapeHtml(clientId)}</code></td>
<td>${clientSecret === undefined ? 'none' : `<code>${escapeHtml(clientSecret)}</code>`}</td>
<td>${redirectUris.map((uri) => `<code>${escapeHtml(uri)}</code>`).join('<br>')}</td>
</tr>`,
	);
	return layout(
		'OAuth Applications',
		`<section><p>Identity server: <code>${escapeHtml(identityUrl)}</code></p>
<div class="wide"><table>
<thead><tr><th scope="col">Type</th><th scope="col">Client ID</th><th scope="col">Client secret</th><th scope="col">Redirect URIs</th></tr></thead>
<tbody>${rows.join('')}</tbody>
</table></div></section>`,
	);
}

/** {app_url}/token (part 5.10): the current access token of the signed-in user. */
export const renderToken = (username: string, accessToken: string): string =>
	layout(
		'Access Token',
		`<section><p>Signed in as <strong>${escapeHtml(username)}</strong>.</p>
<label for="token">Current access token</label>
<textarea id="token" readonly rows="12" spellcheck="false">${escapeHtml(accessToken)}</textarea></section>`,
	);

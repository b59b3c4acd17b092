import type { Sandbox, TokenSet } from '../../../sandbox/types.mts';

/** An answer with its body parsed if it is JSON. */
export type ApiAnswer = Awaited<ReturnType<typeof callApi>>;

/** One HTTP call to the sandbox's API. */
export async function callApi(sandbox: Sandbox, path: string, init: RequestInit = {}) {
	const response = await fetch(new URL(path, sandbox.url), init);
	const text = await response.text();
	const isJson = response.headers.get('content-type')?.includes('json') ?? false;
	const json: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
	return { status: response.status, headers: response.headers, text, json };
}

/** A request with a JSON body, as the page sends it. */
export const sendJson = (
	sandbox: Sandbox,
	method: string,
	path: string,
	body: unknown,
	headers: Record<string, string> = {},
): Promise<ApiAnswer> =>
	callApi(sandbox, path, {
		method,
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	});

export const getCurrentUser = (sandbox: Sandbox, authorization: string) =>
	callApi(sandbox, '/api/Users/me', { headers: { authorization } });

/** POST /api/Webhooks as a client does it, with whatever a test changes. */
export async function register(
	sandbox: Sandbox,
	body: unknown,
	changes: { authorization?: string; contentType?: string } = {},
): Promise<ApiAnswer> {
	const authorization = changes.authorization ?? (await bearer(sandbox));
	return await callApi(sandbox, '/api/Webhooks', {
		method: 'POST',
		headers: { authorization, 'content-type': changes.contentType ?? 'application/json' },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
}

export async function bearer(
	sandbox: Sandbox,
	options?: Parameters<Sandbox['identity']['issueTokens']>[0],
): Promise<string> {
	const { access_token }: TokenSet = await sandbox.identity.issueTokens(options);
	return `Bearer ${access_token}`;
}

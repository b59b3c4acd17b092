import * as z from 'zod/v4';

/** The owner account of the private n8n. */
export interface N8nOwner {
	email: string;
	/** At least 8 characters with a digit and a capital letter, or n8n rejects it. */
	password: string;
}

/** Signed in as the owner, the way the editor is (`/rest`), and with a key of the public API. */
export type N8nSession = Awaited<ReturnType<typeof openSession>>;

const keyLabel = 'sandbox';
const answerWithData = z.object({ data: z.unknown() });
const scopeList = z.array(z.string());
const createdKey = z.object({ rawApiKey: z.string() });
const keyList = z.object({ items: z.array(z.object({ id: z.string(), label: z.string() })) });
const failure = z.object({ message: z.string() });

/** What n8n answered with another status than 2xx. */
export class RejectedByN8n extends Error {
	readonly status: number;

	constructor(what: string, status: number, reason: string) {
		super(`n8n rejected ${what} with ${status}: ${reason}`);
		this.status = status;
	}
}

async function send(
	url: string,
	method: string,
	headers: Record<string, string>,
	body: unknown,
): Promise<Response> {
	return fetch(url, {
		method,
		headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
}

async function readJson(response: Response, what: string): Promise<unknown> {
	const text = await response.text();
	let parsed: unknown;
	try {
		parsed = text === '' ? undefined : JSON.parse(text);
	} catch {
		if (!response.ok) throw new RejectedByN8n(what, response.status, 'no JSON');
		// During migrations n8n answers /rest with a page.
		throw new Error(`n8n answered ${what} with ${response.status} and no JSON.`);
	}
	if (response.ok) return parsed;
	const { data } = failure.safeParse(parsed);
	throw new RejectedByN8n(what, response.status, data?.message ?? 'no reason');
}

// The log-in cookie stays the same for the whole session and goes to every path.
function readCookie(response: Response): string | undefined {
	const cookie = response.headers.getSetCookie().find((entry) => entry.startsWith('n8n-auth='));
	return cookie?.split(';', 1)[0];
}

async function logIn(url: string, owner: N8nOwner): Promise<string> {
	const { email: emailOrLdapLoginId, password } = owner;
	const account = { ...owner, firstName: 'Sandbox', lastName: 'Owner' };
	const setup = await send(`${url}/rest/owner/setup`, 'POST', {}, account);
	const answer = setup.ok
		? setup
		: await send(`${url}/rest/login`, 'POST', {}, { emailOrLdapLoginId, password });
	const cookie = readCookie(answer);
	if (cookie === undefined) await readJson(answer, 'the log-in of the owner');
	if (cookie === undefined) throw new Error('n8n accepted the log-in but sent no cookie.');
	return cookie;
}

/** Creates the owner if there is none yet, logs in, and makes a fresh key for the public API. */
export async function openSession(url: string, owner: N8nOwner) {
	const cookie = await logIn(url, owner);
	const rest = async (method: string, path: string, body?: unknown): Promise<unknown> => {
		const answer = await send(`${url}/rest${path}`, method, { cookie }, body);
		return answerWithData.parse(await readJson(answer, `${method} /rest${path}`)).data;
	};
	const key = await createKey(rest);
	return {
		/** `http://localhost:<port>`, no trailing slash. */
		url,
		/** A request as the editor makes it; resolves with `data` of the answer. Throws on anything but 2xx. */
		rest,
		/** A request to the public API under `/api/v1`. Throws on anything but 2xx. */
		api: async (method: string, path: string, body?: unknown): Promise<unknown> => {
			const answer = await send(`${url}/api/v1${path}`, method, { 'x-n8n-api-key': key }, body);
			return readJson(answer, `${method} /api/v1${path}`);
		},
		/** A page as the owner's browser gets it: the text. */
		page: async (address: string): Promise<string> =>
			(await fetch(address, { headers: { cookie } })).text(),
	};
}

// A key is shown once only, so each session makes its own and removes the one before.
async function createKey(
	rest: (method: string, path: string, body?: unknown) => Promise<unknown>,
): Promise<string> {
	for (const { id, label } of keyList.parse(await rest('GET', '/api-keys')).items) {
		if (label === keyLabel) await rest('DELETE', `/api-keys/${id}`);
	}
	const scopes = scopeList.parse(await rest('GET', '/api-keys/scopes'));
	const created = await rest('POST', '/api-keys', { label: keyLabel, expiresAt: null, scopes });
	return createdKey.parse(created).rawApiKey;
}

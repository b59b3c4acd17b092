import * as z from 'zod/v4';
import type { RunningKeycloak } from './run-keycloak.mts';

// Keycloak gives an administrator's token 60 s.
const tokenLifetimeMs = 40_000;
const tokenAnswer = z.object({ access_token: z.string() });

/** What the administrator whom Keycloak has from its first start does in its console, as calls. */
export function openAdmin({ url, admin }: RunningKeycloak) {
	let token: Promise<string> | undefined;
	let askedAt = 0;

	const askForToken = async (): Promise<string> => {
		const answer = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
			method: 'POST',
			body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...admin }),
		});
		return tokenAnswer.parse(await answer.json()).access_token;
	};

	/** Calls at the same time share one token, also while it is still asked for. */
	const findToken = async (): Promise<string> => {
		if (token === undefined || Date.now() - askedAt >= tokenLifetimeMs) {
			askedAt = Date.now();
			token = askForToken();
		}
		try {
			return await token;
		} catch (error) {
			token = undefined;
			throw error;
		}
	};

	return {
		/** A request below `/admin`; gives the parsed answer, undefined without one. Throws on anything but 2xx. */
		request: async (method: string, path: string, body?: unknown): Promise<unknown> => {
			const answer = await fetch(`${url}/admin${path}`, {
				method,
				headers: {
					authorization: `Bearer ${await findToken()}`,
					...(body !== undefined && { 'content-type': 'application/json' }),
				},
				body: body === undefined ? undefined : JSON.stringify(body),
			});
			const text = await answer.text();
			if (!answer.ok)
				throw new Error(`Keycloak rejected ${method} ${path}: ${answer.status} ${text}`);
			return text === '' ? undefined : JSON.parse(text);
		},
	};
}

import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Identity } from './identity.mts';
import { readBearer } from './identity.mts';
import type { Call, Part, Reply } from './serve.mts';
import { toJson } from './serve.mts';

export interface Webhook {
	id: string;
	url: string;
	body: Record<string, unknown>;
}

export interface Api {
	part: Part;
	webhooks: Webhook[];
}

/** How a success is said: with or without a status of its own, at once or later. */
const createdStatuses = [201, 200, 202];

/** Part 4.1: the current user and the registration of webhooks, one for each URL. */
export function createApi(identity: Identity): Api {
	const webhooks: Webhook[] = [];

	const register = ({ body }: Call): Reply => {
		const fields: unknown = JSON.parse(body.toString());
		const url: unknown = Object(fields).url;
		if (typeof url !== 'string') return describeError(422, 'Validation', 'Field url is missing.');
		const known = webhooks.find((webhook) => webhook.url === url);
		if (known !== undefined) {
			return describeError(409, 'WebhookExists', `Webhook ${known.id} has this URL already.`);
		}
		const id = randomUUID().toUpperCase();
		const status = createdStatuses[webhooks.length % createdStatuses.length] ?? 201;
		webhooks.push({ id, url, body: { ...Object(fields) } });
		return toJson(status, { object: 'webhook', revision: 1, secret: null, links: {}, id });
	};

	const routes: Record<string, (call: Call) => Reply> = {
		'GET /api/users/me': () => describeUser(),
		'POST /api/webhooks': register,
	};
	return {
		part: (call) => {
			if (!call.path.startsWith('/api/')) return undefined;
			if (!identity.knowsAccessToken(readBearer(call.headers.authorization))) {
				return describeError(401, 'Unauthenticated', 'The token is unknown.');
			}
			const route = routes[`${call.method} ${call.path.toLowerCase()}`];
			return route?.(call) ?? describeError(405, 'MethodNotAllowed', 'Not supported.');
		},
		webhooks,
	};
}

/** Nothing is known of the user's fields, nor of the label that they come under. */
const describeUser = (): Reply => ({
	status: 200,
	headers: { 'Content-Type': 'text/json; charset="UTF-8"', 'Content-Encoding': 'gzip' },
	body: gzipSync(
		JSON.stringify({ id: 7, name: ['Ána', null], refresh_token_expires_at: 'never', locale: {} }),
	),
});

/** Errors are written as .NET writes its names, with an id that support asks for. */
const describeError = (status: number, code: string, message: string): Reply =>
	toJson(status, {
		RequestId: randomUUID(),
		Code: code,
		Message: `${message} Request id ${randomUUID()}.`,
	});

/** Replies to a registration that another such service might send. */
export const otherRegistrationReplies = {
	declined: toJson(200, { success: false, error: 'URL not allowed', id: null }),
	login: {
		status: 200,
		headers: { 'Content-Type': 'text/html' },
		body: '<!DOCTYPE html><title>Sign in</title><p>Please sign in to go on.</p>',
	},
	quota: toJson(403, {
		Code: 1007,
		Message:
			'Limit of 5 webhooks reached. Quota resets at 2025-11-30T23:30:00Z. ' +
			'Request id 123e4567-e89b-12d3-a456-426614174000',
		Limit: 5,
	}),
} satisfies Record<string, Reply>;

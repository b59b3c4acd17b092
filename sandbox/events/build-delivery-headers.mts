import { createHmac } from 'node:crypto';
import type { DeliveryOptions } from './event-types.mts';
import type { IdentityServer } from '../identity/identity-types.mts';

/** `azp` of the tokens that deliveries carry. */
export const serviceClientId = 'voice-agent-service';

/** Headers of one attempt. Names are lower case, so a replaced header is not sent twice. */
export async function buildDeliveryHeaders(
	identity: IdentityServer,
	userId: string,
	body: Buffer,
	options: DeliveryOptions,
): Promise<Record<string, string>> {
	const authorization =
		options.authorization === undefined
			? await authorizeDelivery(identity, userId)
			: options.authorization;
	const headers: Record<string, string | null> = {
		'content-type': 'application/json',
		'user-agent': 'voice-agent-sandbox',
		authorization,
	};
	if (options.signingSecret !== undefined) {
		const signature = createHmac('sha256', options.signingSecret).update(body).digest('hex');
		headers['x-webhook-signature'] = `sha256=${signature}`;
	}
	for (const [name, value] of Object.entries(options.headers ?? {})) {
		headers[name.toLowerCase()] = value;
	}
	return Object.fromEntries(
		Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
	);
}

async function authorizeDelivery(identity: IdentityServer, userId: string): Promise<string | null> {
	if (!identity.isOwn) return null;
	const claims = { aud: identity.audience, sub: userId, azp: serviceClientId };
	return `Bearer ${await identity.signJwt(claims)}`;
}

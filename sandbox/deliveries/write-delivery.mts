import type { SentRecord, Ways } from '../dialects/ways.mts';
import type { IdentityServer } from '../identity/identity-types.mts';
import type { DeliveryOptions } from '../types.mts';

/** The bytes of an event, and the headers that label them. */
export interface WrittenDelivery {
	body: Buffer;
	headers: Record<string, string>;
}

export function writeDelivery(ways: Ways, event: string, record: SentRecord): WrittenDelivery {
	const { contentType, encode } = ways;
	const text = ways.writeJson(ways.wrap(ways.nameEvent(event), record));
	const body = Buffer.from(text);
	const headers = {
		'user-agent': 'voice-agent-sandbox',
		...(contentType !== null && { 'content-type': contentType }),
		...(encode && { 'content-encoding': encode.name }),
	};
	return { body: encode?.encode(body) ?? body, headers };
}

/** `azp` of the tokens that deliveries carry. */
const serviceClientId = 'voice-agent-service';

/** Headers that prove who sends an attempt. Only the sandbox's own identity server can sign its token. */
export async function proveDelivery(
	{ ways, identity, userId }: { ways: Ways; identity: IdentityServer; userId: string },
	body: Buffer,
	{ signingSecret = ways.signingSecret }: DeliveryOptions,
): Promise<Record<string, string>> {
	const claims = { aud: identity.audience, sub: userId, azp: serviceClientId };
	return {
		...(identity.isOwn && (await ways.proveSender(identity, claims))),
		...(signingSecret !== undefined && ways.sign(body, signingSecret)),
	};
}

import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/types.mts';
import { atMoment } from '../host/clock.mts';
import { deliver, writeEvent } from '../host/deliver.mts';
import type { ExchangeOptions } from '../host/exchange.mts';
import { createHost } from '../host/host.mts';
import type { Host } from '../host/host.mts';
import { connectCredential } from '../host/sandbox-credential.mts';
import type { StoredCredential } from '../host/stored-credential.mts';

/** The claims that a true delivery's token carries here. */
export const trueClaims = (sandbox: Sandbox) => ({
	sub: sandbox.user.id,
	azp: 'voice-agent-service',
	aud: sandbox.identity.audience,
});

/** The token of a true delivery, with these claims changed. */
export async function signToken(
	sandbox: Sandbox,
	changed: Record<string, unknown> = {},
): Promise<string> {
	return await sandbox.identity.signJwt({ ...trueClaims(sandbox), ...changed });
}

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

export const signingSecret = 'shared-with-the-service';

export async function connectWithSecret(sandbox: Sandbox): Promise<StoredCredential> {
	const credential = await connectCredential(sandbox);
	credential.data.signingSecret = signingSecret;
	return credential;
}

interface ReceiveOptions extends ExchangeOptions {
	body?: string;
	parameters?: INodeParameters;
	credential?: StoredCredential;
}

/** Hands a delivery to a trigger whose credential expects the claims of a true one. */
export async function receive(sandbox: Sandbox, mode: string, options: ReceiveOptions = {}) {
	const credential = options.credential ?? (await connectCredential(sandbox));
	credential.data = {
		checkSender: true,
		expectedAudience: sandbox.identity.audience,
		expectedClient: 'voice-agent-service',
		expectedSubject: sandbox.user.id,
		...credential.data,
	};
	const host = createHost({
		type: 'voiceAgentTrigger',
		credential,
		parameters: { verifyDeliveries: mode, ...options.parameters },
	});
	const { headers, rawHeaders, body = writeEvent() } = options;
	const { answer, isAccepted, items } = await deliver(host, body, { headers, rawHeaders });
	return { answer, accepted: isAccepted, delivery: Object(items[0]?.delivery) };
}

/** The answer to a delivery at a moment, without a token or a signature unless told otherwise. */
export const sendAt = async (host: Host, now: number, options: ExchangeOptions = {}) =>
	(await atMoment(now, () => deliver(host, writeEvent(), options))).status;

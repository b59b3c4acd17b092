import * as z from 'zod/v4';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { createExchange } from '../nodes/host/exchange.mts';
import { createHost } from '../nodes/host/host.mts';
import { StoredCredential } from '../nodes/host/stored-credential.mts';
import { audience, secret } from './describe-realm.mts';
import { observe } from './observations.mts';
import type { Stage, Suite } from './start-suite.mts';

const section = 'Deliveries signed by a service account';
const trigger = new VoiceAgentTrigger();
const tokenAnswer = z.looseObject({ access_token: z.string() });
const connected = z.looseObject({ id_token: z.string() });
const reported = z.object({ valid: z.boolean().nullable(), reason: z.string().nullable() });
const modes = { Report: 'report', Required: 'required', Off: 'off' };
// More than the realm's access tokens live.
const expiredMs = 600_000;
let conversations = 0;

/** A token as a service gets it, with no user. */
async function askToken({ identityUrl }: Stage, clientId: string): Promise<string> {
	const answer = await fetch(`${identityUrl}/protocol/openid-connect/token`, {
		method: 'POST',
		body: new URLSearchParams({
			grant_type: 'client_credentials',
			client_id: clientId,
			client_secret: secret,
		}),
	});
	return tokenAnswer.parse(await answer.json()).access_token;
}

async function deliver(stage: Stage, mode: string, token: string): Promise<string> {
	const credential = new StoredCredential({
		...stage.describe('public'),
		expectedAudience: audience,
		expectedClient: 'service',
	});
	const parameters = { verifyDeliveries: mode };
	const host = createHost({ type: 'voiceAgentTrigger', credential, parameters });
	const data = { id: `delivery-${++conversations}` };
	const { request, response } = createExchange(
		JSON.stringify({ event: 'ConversationComplete', data }),
		{ headers: { authorization: `Bearer ${token}` } },
	);
	const { workflowData } = await trigger.webhook.call(host.webhook(request, response));
	if (workflowData === undefined) return `answered ${response.answer?.status}`;
	response.finish(200);
	const { valid, reason } = reported.parse(workflowData[0]?.[0]?.json.delivery);
	return valid === true ? 'valid' : `accepted, ${reason}`;
}

/** Deliveries whose token Keycloak issued, in every mode of Verify Deliveries. */
export function describeDeliveries(useSuite: () => Suite): void {
	describe('a delivery', () => {
		let stage: Stage;
		let other: Stage;
		beforeAll(async () => {
			stage = await useSuite().openStage();
			other = await useSuite().openStage();
		});
		afterAll(async () => {
			await Promise.all([stage.close(), other.close()]);
		});

		const askIdToken = async (): Promise<string> => {
			const { data } = await stage.connect('public');
			return connected.parse(data.oauthTokenData).id_token;
		};

		test.each<[string, () => Promise<string>, number]>([
			["The service's own token", () => askToken(stage, 'service'), 0],
			['The token of another client', () => askToken(stage, 'other-service'), 0],
			['The token of another realm', () => askToken(other, 'service'), 0],
			['An ID token', askIdToken, 0],
			['An expired token', () => askToken(stage, 'service'), expiredMs],
		])('%s', async (done, ask, laterMs) => {
			const token = await ask();
			const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + laterMs);
			try {
				const lines: string[] = [];
				for (const [name, mode] of Object.entries(modes)) {
					lines.push(`${name}: ${await deliver(stage, mode, token)}`);
				}
				observe(section, done, lines.join('. '));
			} finally {
				clock.mockRestore();
			}
		});
	});
}

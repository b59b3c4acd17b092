import { createHmac, randomUUID } from 'node:crypto';
import { deliver } from '../support/in-process/deliver.mts';
import { openStage, type Stage } from './stage.mts';

// What the matrix of faults cannot show: it searches what every operation hands out, with each fault. What
// a real n8n writes is searched in test/e2e/options.
const signingSecret = `signing-${randomUUID()}`;
const sessionToken = `session-${randomUUID()}`;

let stage: Stage;

beforeEach(async () => {
	stage = await openStage();
	stage.watch.learn('signing secret', signingSecret);
	stage.watch.learn('session token', sessionToken);
	stage.credential.data.signingSecret = signingSecret;
});

afterEach(async () => await stage.close());

test('no delivery shows a secret, accepted or rejected, with every kind of proof', async () => {
	// Raw is what the service sent, this token included.
	const createData = (output: string) => {
		const session_token = output === 'raw' ? null : sessionToken;
		return stage.sandbox.createRecord({ overrides: { session_token, unknown: 'kept' } });
	};
	const bearer = await stage.sandbox.identity.signJwt({ sub: 'someone' });
	stage.watch.learn('token of a delivery', bearer);
	for (const verifyDeliveries of ['reportOnly', 'require', 'off']) {
		for (const output of ['conversation', 'flat', 'raw']) {
			const host = stage.createHost({
				type: 'voiceAgentTrigger',
				parameters: { verifyDeliveries, output },
				webhookBaseUrl: stage.sandbox.url,
			});
			const body = JSON.stringify({ event: 'ConversationComplete', data: createData(output) });
			const signature = createHmac('sha256', signingSecret).update(body).digest('hex');
			for (const authorization of [`Bearer ${bearer}`, `Bearer ${bearer}x`, `Basic ${bearer}`]) {
				for (const sent of [signature, signature.slice(1), signingSecret]) {
					const headers = { authorization, 'x-webhook-signature': sent };
					const { result, answer } = await deliver(host, body, { headers });
					stage.watch.record(`delivery ${verifyDeliveries} ${output}`, { result, answer });
				}
			}
		}
	}
	expect(stage.watch.seen.some(({ text }) => text.includes('workflowData'))).toBe(true);
	expect(stage.findLeaks()).toEqual([]);
});

test('a secret deep inside an error would be found', () => {
	stage.watch.record('probe', new Error('outside', { cause: { hidden: [sessionToken] } }));
	expect(stage.findLeaks()).toEqual(['session token in probe']);
});

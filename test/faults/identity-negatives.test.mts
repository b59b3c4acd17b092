import { randomUUID } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import type { Sandbox } from '../../sandbox/types.mts';
import { createExchange } from '../nodes/host/exchange.mts';
import { badTokens, signWithoutKid, trueClaims } from './bad-tokens.mts';
import { recordLog } from './record-log.mts';
import { execute, openStage } from './stage.mts';
import type { Stage } from './stage.mts';

// A thousand tokens are signed and delivered: seconds on a busy machine.
jest.setTimeout(60_000);

// What the rest of the suite shows of sign-in is in test/sandbox/identity and test/e2e/sign-in.
const trigger = new VoiceAgentTrigger();
const getCurrent: INodeParameters = { resource: 'user', operation: 'getCurrent' };
let stage: Stage;
let log: string[];

beforeEach(async () => {
	log = recordLog();
	stage = await openStage();
});
afterEach(async () => await stage.close());

const countRequests = (ending: string) =>
	stage.sandbox.requests.filter(({ path }) => path.endsWith(ending)).length;

function replaceToken(fields: Record<string, unknown>): void {
	const { data } = stage.credential;
	data.oauthTokenData = { ...Object(data.oauthTokenData), ...fields };
}

async function verifyToken(token: string): Promise<unknown> {
	const parameters = {
		resource: 'identity',
		operation: 'verifyToken',
		tokenSource: 'field',
		token,
	};
	const [item]: INodeExecutionData[] = await execute(stage, parameters);
	return item?.json.token;
}

/** Delivers with this token if one is required: the status that the sender gets. */
async function deliver(token: string): Promise<number> {
	const host = stage.createHost({
		type: 'voiceAgentTrigger',
		parameters: { verifyDeliveries: 'require' },
	});
	const body = JSON.stringify({ event: 'ConversationComplete', data: { id: randomUUID() } });
	const headers = { authorization: `Bearer ${token}` };
	const { request, response } = createExchange(body, { headers });
	const { workflowData } = await trigger.webhook.call(host.webhook(request, response));
	expect(workflowData === undefined).toBe(response.answer !== undefined);
	return response.answer?.status ?? 200;
}

const cases = Object.entries(badTokens);

test.each(cases)('%s: the credential does not send it', async (_, { rejection, make }) => {
	replaceToken({ access_token: await make(stage.sandbox) });
	await expect(execute(stage, getCurrent)).rejects.toMatchObject({
		context: { code: rejection },
	});
	expect(countRequests('/api/Users/me')).toBe(0);
});

test.each(cases)('%s: Verify Token says why', async (_, { code, make }) => {
	expect(await verifyToken(await make(stage.sandbox))).toMatchObject({ valid: false, code });
});

test.each(cases)('%s: a delivery with it gets 401, and the log says why', async (_, bad) => {
	expect(await deliver(await bad.make(stage.sandbox))).toBe(401);
	expect(log.join('\n')).toContain(bad.code);
});

test.each([
	[
		'what the bad tokens start from',
		(sandbox: Sandbox) => sandbox.identity.signJwt(trueClaims(sandbox)),
	],
	['a token without kid of an identity server with one key', signWithoutKid],
])('%s is good', async (_, make) => {
	const good = await make(stage.sandbox);
	expect(await verifyToken(good)).toMatchObject({ valid: true });
	expect(await deliver(good)).toBe(200);
	replaceToken({ access_token: good });
	expect(await execute(stage, getCurrent)).toHaveLength(1);
});

test('another audience: Verify Token says so, the service rejects it, and n8n refreshes it', async () => {
	const claims = { ...trueClaims(stage.sandbox), aud: 'another-api' };
	const access_token = await stage.sandbox.identity.signJwt(claims);
	const { audience } = stage.sandbox.identity;
	replaceToken({ access_token });
	const [item] = await execute(stage, {
		resource: 'identity',
		operation: 'verifyToken',
		audience,
	});
	expect(item?.json.access_token).toMatchObject({ valid: false, code: 'audience-mismatch' });
	expect(await execute(stage, getCurrent)).toHaveLength(1);
	expect(countRequests('/token')).toBe(1);
});

test('an expired access token is sent once, rejected, and refreshed once', async () => {
	const { access_token } = await stage.sandbox.identity.issueTokens({ expiresInSeconds: -600 });
	replaceToken({ access_token });
	expect(await execute(stage, getCurrent)).toHaveLength(1);
	expect(countRequests('/api/Users/me')).toBe(2);
	expect(countRequests('/token')).toBe(1);
});

test('an access token whose key was rotated out is refreshed by a process that never saw it', async () => {
	await stage.sandbox.identity.rotateKeys();
	expect(await execute(stage, getCurrent)).toHaveLength(1);
	expect(countRequests('/token')).toBe(1);
	expect(log.join('\n')).toContain('key-unknown');
});

test('a refresh token used by somebody else first ends its family, and the node says so', async () => {
	const { refresh_token } = Object(stage.credential.data.oauthTokenData);
	const refresh = async (token: unknown) =>
		await fetch(`${stage.sandbox.identityServerUrl}/protocol/openid-connect/token`, {
			method: 'POST',
			body: new URLSearchParams({
				grant_type: 'refresh_token',
				client_id: stage.sandbox.clients.public.clientId,
				refresh_token: String(token),
			}),
		});
	const stolen = await (await refresh(refresh_token)).json();
	await stage.sandbox.switchOnFault('token-expired');
	await expect(execute(stage, getCurrent)).rejects.toMatchObject({
		description: expect.stringContaining('Reconnect this credential'),
		context: { code: 'credential-reconnect-needed' },
	});
	// The thief's token is dead as well.
	expect(await (await refresh(stolen.refresh_token)).json()).toMatchObject({
		error: 'invalid_grant',
	});
});

test('1,000 unknown kids fetch the keys at most once in 30 s', async () => {
	const { privateKey } = await generateKeyPair('ES256');
	const good = await stage.sandbox.identity.signJwt(trueClaims(stage.sandbox));
	expect(await deliver(good)).toBe(200);
	expect(countRequests('/certs')).toBe(1);
	const clock = jest.spyOn(Date, 'now');
	const statuses = new Set<number>();
	try {
		clock.mockReturnValue(Date.now() + 31_000);
		for (let index = 0; index < 1000; index++) {
			const token = await new SignJWT(trueClaims(stage.sandbox))
				.setProtectedHeader({ alg: 'ES256', kid: `unknown-${index}` })
				.setExpirationTime('5m')
				.sign(privateKey);
			statuses.add(await deliver(token));
		}
		expect(countRequests('/certs')).toBe(2);
		// The first was asked about; of the others nothing is known for 30 s.
		expect([...statuses]).toEqual([401, 503]);
		expect(await deliver(good)).toBe(200);
	} finally {
		clock.mockRestore();
	}
});

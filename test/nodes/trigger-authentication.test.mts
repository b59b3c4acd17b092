import { createHmac } from 'node:crypto';
import { decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import type { INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { createExchange } from './host/exchange.mts';
import type { ExchangeOptions } from './host/exchange.mts';
import { createHost } from './host/host.mts';
import type { Host } from './host/host.mts';
import { connectCredential } from './host/sandbox-credential.mts';
import type { StoredCredential } from './host/stored-credential.mts';

const trigger = new VoiceAgentTrigger();
const secret = 'shared-with-the-service';
let sandbox: Sandbox;
let conversations = 0;

beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(async () => await sandbox.close());

const nextBody = () =>
	JSON.stringify({ event: 'ConversationComplete', data: { id: `auth-${++conversations}` } });

/** The claims that a true delivery's token carries here. */
const trueClaims = () => ({
	sub: sandbox.user.id,
	azp: 'voice-agent-service',
	aud: sandbox.identity.audience,
});

interface ReceiveOptions extends ExchangeOptions {
	body?: string;
	parameters?: INodeParameters;
	credential?: StoredCredential;
}

async function receive(mode: string, options: ReceiveOptions = {}) {
	const credential = options.credential ?? (await connectCredential(sandbox));
	credential.data = {
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
	const { request, response } = createExchange(options.body ?? nextBody(), options);
	const result = await trigger.webhook.call(host.webhook(request, response));
	if (response.answer === undefined) response.finish(200);
	const delivery = Object(result.workflowData?.[0]?.[0]?.json.delivery);
	return { answer: response.answer, accepted: result.workflowData !== undefined, delivery };
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test.each(['report', 'required'])('a true delivery verifies (%s)', async (mode) => {
	const token = await sandbox.identity.signJwt(trueClaims());
	expect(await receive(mode, bearer(token))).toMatchObject({
		accepted: true,
		delivery: { method: 'jwt', valid: true, reason: null, issuer: sandbox.identityUrl },
	});
});

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** One thing broken in a true delivery, and the reason that is reported for it. */
const broken: [string, string, () => Promise<ExchangeOptions>][] = [
	['an expired token', 'expired', async () => bearer(await signWith({ exp: nowSeconds() - 120 }))],
	[
		'a token not valid yet',
		'not-yet-valid',
		async () => bearer(await signWith({ nbf: nowSeconds() + 120 })),
	],
	['another issuer', 'issuer-mismatch', async () => bearer(await signWith({ iss: 'https://x' }))],
	['another audience', 'audience-mismatch', async () => bearer(await signWith({ aud: 'other' }))],
	['another client', 'client-mismatch', async () => bearer(await signWith({ azp: 'other' }))],
	[
		"another user's valid token",
		'subject-mismatch',
		async () => bearer(await signWith({ sub: 'someone-else' })),
	],
	['another key', 'signature-invalid', async () => bearer(await forge())],
	['alg none', 'algorithm-not-allowed', async () => bearer(await leaveUnsigned())],
	['HS256 under the public key', 'algorithm-not-allowed', async () => bearer(await confuse())],
	['a token cut short', 'signature-invalid', async () => bearer((await signWith({})).slice(0, -8))],
	['an opaque token', 'token-malformed', async () => bearer('opaque-token')],
	[
		'Basic',
		'authorization-not-bearer',
		async () => ({ headers: { authorization: 'Basic dXNlcjpwYXNz' } }),
	],
	[
		'two Authorization headers',
		'authorization-repeated',
		async () => {
			const value = `Bearer ${await signWith({})}`;
			const rawHeaders = ['Authorization', value, 'authorization', value];
			return { headers: { authorization: value }, rawHeaders };
		},
	],
	['no token', 'authorization-missing', async () => ({})],
];

async function signWith(claims: Record<string, unknown>): Promise<string> {
	return await sandbox.identity.signJwt({ ...trueClaims(), ...claims });
}

async function leaveUnsigned(): Promise<string> {
	const token = await signWith({});
	const header = JSON.stringify({ ...decodeProtectedHeader(token), alg: 'none' });
	return `${Buffer.from(header).toString('base64url')}.${token.split('.')[1]}.`;
}

async function keyId(): Promise<string> {
	const { keys } = await sandbox.identity.jwks();
	return String(keys[0]?.kid);
}

async function forge(): Promise<string> {
	const { privateKey } = await generateKeyPair('RS256');
	return await new SignJWT(trueClaims())
		.setProtectedHeader({ alg: 'RS256', kid: await keyId() })
		.setIssuer(sandbox.identityUrl)
		.setIssuedAt()
		.setExpirationTime('5m')
		.sign(privateKey);
}

async function confuse(): Promise<string> {
	const { keys } = await sandbox.identity.jwks();
	return await new SignJWT(trueClaims())
		.setProtectedHeader({ alg: 'HS256', kid: await keyId() })
		.setIssuer(sandbox.identityUrl)
		.setIssuedAt()
		.setExpirationTime('5m')
		.sign(new TextEncoder().encode(JSON.stringify(keys[0])));
}

test.each(broken)('%s is accepted and reported (%s)', async (_, reason, makeOptions) => {
	const { accepted, delivery } = await receive('report', await makeOptions());
	expect(accepted).toBe(true);
	expect(delivery).toMatchObject({ reason });
	expect(delivery.valid).not.toBe(true);
});

test.each(broken)('%s gets 401 where it is required (%s)', async (_, reason, makeOptions) => {
	const { accepted, answer } = await receive('required', await makeOptions());
	expect(accepted).toBe(false);
	expect(answer).toMatchObject({ status: 401, body: { status: 'refused' } });
	expect(JSON.stringify(answer)).not.toContain(reason);
});

test('a mode that is none counts as Require', async () => {
	expect(await receive('Off', bearer(await forge()))).toMatchObject({
		accepted: false,
		answer: { status: 401 },
	});
});

test('a forged copy that came first does not make the true delivery a duplicate', async () => {
	const body = nextBody();
	const truly = { ...bearer(await signWith({})), body };
	const sent = [{ body }, { body }, truly, truly, { body }];
	const accepted: boolean[] = [];
	for (const options of sent) accepted.push((await receive('report', options)).accepted);
	expect(accepted).toEqual([true, false, true, false, false]);
});

test('with Same Conversation, a forged state that came first does not either', async () => {
	const id = `auth-${++conversations}`;
	const state = (status: string) =>
		JSON.stringify({ event: 'ConversationComplete', data: { id, status } });
	const parameters = { options: { ignoreDuplicates: 'sameConversation' } };
	const truly = bearer(await signWith({}));
	const sent = [
		{ body: state('Forged') },
		{ body: state('Forged again') },
		{ ...truly, body: state('Pending') },
		{ ...truly, body: state('Completed') },
		{ body: state('Forged later') },
	];
	const accepted: boolean[] = [];
	for (const options of sent) {
		accepted.push((await receive('report', { ...options, parameters })).accepted);
	}
	expect(accepted).toEqual([true, false, true, false, false]);
});

test('with verification off nothing is looked at', async () => {
	const { accepted, delivery } = await receive('off', bearer(await forge()));
	expect(accepted).toBe(true);
	expect(delivery).toMatchObject({ method: null, valid: null, reason: 'verification-off' });
});

test('without keys and with the identity server away a required delivery gets 503, later it is accepted', async () => {
	await sandbox.switchOnFault('away', { target: 'certs' });
	const options = { ...bearer(await signWith({})), body: nextBody() };
	const { accepted, answer } = await receive('required', options);
	expect(accepted).toBe(false);
	expect(answer).toMatchObject({
		status: 503,
		headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) },
		body: { status: 'unavailable' },
	});
	sandbox.clearFaults();
	// The keys are asked for again once the time that Retry-After named has passed.
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_000);
	try {
		expect(await receive('required', options)).toMatchObject({ accepted: true });
	} finally {
		clock.mockRestore();
	}
});

/** A delivery signed by the shared secret, in the forms that services use. */
function sign(body: string, key = secret) {
	const digest = createHmac('sha256', key).update(body).digest();
	return { hex: digest.toString('hex'), base64: digest.toString('base64') };
}

async function withSecret(): Promise<StoredCredential> {
	const credential = await connectCredential(sandbox);
	credential.data.signingSecret = secret;
	return credential;
}

test.each<[string, (body: string) => string]>([
	['hex', (body) => sign(body).hex],
	['upper-case hex', (body) => sign(body).hex.toUpperCase()],
	['base64', (body) => sign(body).base64],
	['hex with sha256=', (body) => `sha256=${sign(body).hex}`],
])(
	'a right signature as %s is accepted in every mode but where a token is required',
	async (_, make) => {
		for (const mode of ['report', 'off']) {
			const body = nextBody();
			const options = { body, headers: { 'x-webhook-signature': make(body) } };
			expect(await receive(mode, { ...options, credential: await withSecret() })).toMatchObject({
				accepted: true,
				delivery: { method: 'hmac', valid: true },
			});
		}
	},
);

test.each<[string, string, (body: string) => [string, string?]]>([
	['over another body', 'hmac-mismatch', () => [sign('another body').hex]],
	['cut short', 'hmac-malformed', (body) => [sign(body).hex.slice(0, -2)]],
	['of another secret', 'hmac-mismatch', (body) => [sign(body, 'another').hex]],
	[
		'with whitespace added to the body afterwards',
		'hmac-mismatch',
		(body) => [sign(body).hex, `${body} `],
	],
])('a signature %s gets 401 in every mode', async (_, _reason, make) => {
	for (const mode of ['report', 'off', 'required']) {
		const body = nextBody();
		const [signature, sentBody = body] = make(body);
		const authorization = `Bearer ${await signWith({})}`;
		const headers = { 'x-webhook-signature': signature, authorization };
		const options = { body: sentBody, headers, credential: await withSecret() };
		expect(await receive(mode, options)).toMatchObject({
			accepted: false,
			answer: { status: 401 },
		});
	}
});

test('no signature where a secret is set gets 401', async () => {
	const options = { ...bearer(await signWith({})), credential: await withSecret() };
	expect(await receive('report', options)).toMatchObject({ answer: { status: 401 } });
});

test('the signature header can be named', async () => {
	const body = nextBody();
	const options = {
		body,
		headers: { 'x-service-signature': sign(body).hex },
		credential: await withSecret(),
		parameters: { options: { signatureHeader: 'X-Service-Signature' } },
	};
	expect(await receive('report', options)).toMatchObject({ accepted: true });
});

test('Require without an identity server stops publishing and says so', async () => {
	const credential = await connectCredential(sandbox);
	credential.data.identityUrl = '';
	const host = createHost({
		type: 'voiceAgentTrigger',
		credential,
		parameters: { registration: 'manual', verifyDeliveries: 'required' },
	});
	await expect(trigger.webhookMethods.default.checkExists.call(host.hook())).rejects.toMatchObject({
		context: { code: 'identity-address-missing' },
	});
});

/** Hands a delivery to the trigger at a moment, without a token or a signature unless told otherwise. */
async function sendAt(host: Host, now: number, options: ExchangeOptions = {}) {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
	try {
		const { request, response } = createExchange(nextBody(), options);
		const result = await trigger.webhook.call(host.webhook(request, response));
		if (response.answer === undefined) response.finish(200);
		return result.workflowData ? 200 : response.answer?.status;
	} finally {
		clock.mockRestore();
	}
}

test('a changed signing secret takes effect within 30 s', async () => {
	const credential = await connectCredential(sandbox);
	const host = createHost({ type: 'voiceAgentTrigger', credential });
	const start = Date.now();
	expect(await sendAt(host, start)).toBe(200);
	credential.data.signingSecret = secret;
	expect(await sendAt(host, start + 30_000)).toBe(401);
});

test('another credential on the node takes effect at once', async () => {
	const credential = await connectCredential(sandbox);
	const host = createHost({ type: 'voiceAgentTrigger', credential });
	const start = Date.now();
	expect(await sendAt(host, start)).toBe(200);
	credential.data.signingSecret = secret;
	host.node.credentials = { voiceAgentOAuth2Api: { id: 'credential-2', name: 'Another' } };
	expect(await sendAt(host, start + 1)).toBe(401);
});

test('deliveries read the credential once in 30 s', async () => {
	const credential = await connectCredential(sandbox);
	const host = createHost({ type: 'voiceAgentTrigger', credential });
	const read = jest.spyOn(credential, 'getDecrypted');
	const start = Date.now();
	for (const now of [start, start + 1, start + 29_999]) await sendAt(host, now);
	expect(read).toHaveBeenCalledTimes(1);
	await sendAt(host, start + 30_000);
	expect(read).toHaveBeenCalledTimes(2);
});

test('the log names the reason of a refusal once a minute for a node', async () => {
	const parameters: INodeParameters = { verifyDeliveries: 'required' };
	const credential = await connectCredential(sandbox);
	const host = createHost({ type: 'voiceAgentTrigger', credential, parameters });
	const another = createHost({ type: 'voiceAgentTrigger', credential, parameters });
	const warn = jest.spyOn(host.hook().logger, 'warn').mockImplementation();
	try {
		const start = Date.now();
		for (const now of [start, start + 1, start + 59_999]) {
			expect(await sendAt(host, now)).toBe(401);
		}
		const reason = 'authorization-missing';
		const about = { node: host.node.name, workflowId: host.workflow.id, reason };
		expect(warn.mock.calls).toEqual([[expect.stringContaining(reason), about]]);
		expect(await sendAt(another, start + 59_999)).toBe(401);
		expect(warn).toHaveBeenCalledTimes(2);
		expect(await sendAt(host, start + 60_000)).toBe(401);
		expect(warn).toHaveBeenCalledTimes(3);
	} finally {
		warn.mockRestore();
	}
});

describe('when the token of a delivery verified, the log says so', () => {
	const day = 24 * 60 * 60 * 1000;

	/** What a node logs for a delivery at each of these moments, in ms after the first. */
	async function listLines(
		parameters: INodeParameters,
		values: object,
		claims: object,
		after = [0],
	): Promise<string[]> {
		const credential = await connectCredential(sandbox);
		credential.data = { ...credential.data, ...values };
		const host = createHost({ type: 'voiceAgentTrigger', credential, parameters });
		const info = jest.spyOn(host.hook().logger, 'info').mockImplementation();
		const start = Date.now();
		try {
			for (const ms of after) {
				const exp = Math.floor((start + ms) / 1000) + 300;
				const iat = exp - 600;
				const token = await sandbox.identity.signJwt({ ...trueClaims(), ...claims, exp, iat });
				await sendAt(host, start + ms, bearer(token));
			}
			return info.mock.calls.map(([message]) => message);
		} finally {
			info.mockRestore();
		}
	}

	test('with what to enter, and once a day', async () => {
		const lines = await listLines({}, {}, {}, [0, 1, day - 1, day]);
		expect(lines).toHaveLength(2);
		for (const word of ['Require.', '"voice-agent-service"', `"${sandbox.user.id}"`]) {
			expect(lines[0]).toContain(word);
		}
	});

	test('without line breaks that a token could bring in, and not at length', async () => {
		const azp = `a\nForged line\u2028${'x'.repeat(5_000)}`;
		const [line = ''] = await listLines({}, {}, { azp });
		expect(line).not.toMatch(/\n|x{201}/);
	});

	test('also with Require, as long as neither client nor subject is expected', async () => {
		const required = { verifyDeliveries: 'required' };
		expect(await listLines(required, {}, {})).toHaveLength(1);
		expect(await listLines(required, { expectedSubject: sandbox.user.id }, {})).toEqual([]);
	});

	test('and nothing if it did not', async () => {
		expect(await listLines({}, {}, { aud: 'x', iss: 'https://elsewhere.example.com' })).toEqual([]);
	});
});

test('a credential that could not be read is read again by the next delivery', async () => {
	const credential = await withSecret();
	const host = createHost({ type: 'voiceAgentTrigger', credential });
	const read = jest.spyOn(credential, 'getDecrypted');
	read.mockRejectedValueOnce(new Error('the database is locked'));
	const send = async () => {
		const { request, response } = createExchange(nextBody());
		await trigger.webhook.call(host.webhook(request, response));
		return response.answer?.status;
	};
	expect(await send()).toBe(503);
	expect(await send()).toBe(401);
});

test('an unusable identity server address stops publishing, also where deliveries are only reported', async () => {
	const credential = await connectCredential(sandbox);
	credential.data.identityUrl = 'login example com';
	const host = createHost({
		type: 'voiceAgentTrigger',
		credential,
		parameters: { registration: 'manual' },
	});
	await expect(trigger.webhookMethods.default.checkExists.call(host.hook())).rejects.toMatchObject({
		context: { code: 'credential-address-invalid' },
	});
});

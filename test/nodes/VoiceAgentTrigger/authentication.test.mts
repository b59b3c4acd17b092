import { createHmac } from 'node:crypto';
import { validateNodeCredentials, type INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { atMoment } from '../../support/clock.mts';
import { deliver, type DeliverOptions, writeEvent } from '../../support/in-process/deliver.mts';
import type { ExchangeOptions } from '../../support/in-process/exchange.mts';
import { createHost, type Host } from '../../support/in-process/host.mts';
import { useLog } from '../../support/in-process/use-log.mts';
import { connectCredential } from '../../support/in-process/sandbox-credential.mts';
import type { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';

const trigger = new VoiceAgentTrigger();
const sandbox = useSandbox({ isOwnOfEachTest: true });
const log = useLog();

/** The token of a true delivery, with these claims changed. */
async function signToken(changed: Record<string, unknown> = {}): Promise<string> {
	const { audience: aud } = sandbox.identity;
	const trueClaims = { sub: sandbox.user.id, azp: 'voice-agent-service', aud };
	return await sandbox.identity.signJwt({ ...trueClaims, ...changed });
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

const signingSecret = 'shared-with-the-service';

async function connectWithSecret(): Promise<StoredCredential> {
	const credential = await connectCredential(sandbox);
	credential.data.signingSecret = signingSecret;
	return credential;
}

interface ReceiveOptions extends DeliverOptions {
	body?: string;
	parameters?: INodeParameters;
	credential?: StoredCredential;
}

/** Hands a delivery to a trigger whose credential expects the claims of a true one. */
async function receive(
	mode: string,
	{ parameters, body = writeEvent(), ...options }: ReceiveOptions = {},
) {
	const credential = options.credential ?? (await connectCredential(sandbox));
	credential.data = {
		checkSender: true,
		expectedAudience: sandbox.identity.audience,
		expectedClient: 'voice-agent-service',
		expectedSubject: sandbox.user.id,
		...credential.data,
	};
	const type = 'voiceAgentTrigger';
	const host = createHost({
		type,
		credential,
		parameters: { verifyDeliveries: mode, ...parameters },
	});
	const delivered = await deliver(host, body, options);
	const { isAccepted: accepted, items } = delivered;
	return { ...delivered, accepted, delivery: Object(items[0]?.delivery) };
}

/** The answer to a delivery at a moment, without a token or a signature unless told otherwise. */
const sendAt = async (host: Host, now: number, options: ExchangeOptions = {}) =>
	(await atMoment(now, () => deliver(host, writeEvent(), options))).status;

test.each(['reportOnly', 'require'])('a true delivery verifies (%s)', async (mode) => {
	const token = await signToken();
	const { identityServerUrl: issuer } = sandbox;
	const delivery = { method: 'jwt', valid: true, reason: null, issuer };
	expect(await receive(mode, bearer(token))).toMatchObject({ accepted: true, delivery });
});

// Every other reason is in test/unit/delivery and test/unit/token, and tokens of a stranger's key are in
// test/hostile/tokens.
test('two Authorization headers are reported, and get 401 without the reason if a token is required', async () => {
	const value = `Bearer ${await signToken()}`;
	const rawHeaders = ['Authorization', value, 'authorization', value];
	const options = { headers: { authorization: value }, rawHeaders };
	const delivery = { valid: false, reason: 'authorization-repeated' };
	expect(await receive('reportOnly', options)).toMatchObject({ accepted: true, delivery });
	const { accepted, answer } = await receive('require', options);
	expect(accepted).toBe(false);
	expect(answer).toMatchObject({ status: 401, body: { status: 'rejected' } });
	expect(JSON.stringify(answer)).not.toContain('repeated');
});

/** What the owner of n8n and the sender see of a token with other claims, listening or with Output Discarded. */
async function show(changed: Record<string, unknown>, isTest: boolean, tamper = '') {
	const parameters = { options: { outputDiscarded: true } };
	const headers = { authorization: `Bearer ${await signToken(changed)}${tamper}` };
	const { answer, discarded } = await receive('require', { parameters, headers, isTest });
	return { line: log.warnings.at(-1), answer, discarded };
}

test.each<[string, string, Record<string, unknown>, string]>([
	['another client', 'client-mismatch', { azp: 'other' }, 'client of its token is "other"'],
	['no client', 'claim-missing', { azp: undefined }, 'client of its token is none'],
	['another subject', 'subject-mismatch', { sub: 'someone' }, 'subject of its token is "someone"'],
	[
		'other audiences',
		'audience-mismatch',
		{ aud: ['a', 'b'] },
		'audience of its token is "a", "b"',
	],
])('a token that verified but names %s is shown beside what is expected', async (...row) => {
	const [, reason, changed, named] = row;
	const [claim = ''] = named.split(' ');
	const { audience } = sandbox.identity;
	const trueClaims = { audience, client: 'voice-agent-service', subject: sandbox.user.id };
	const expected = `The ${named}, but "${Object(trueClaims)[claim]}" is expected`;
	const listening = await show(changed, true);
	const delivery = { status: 'rejected', reason, message: expect.stringContaining(expected) };
	expect(listening.discarded).toMatchObject([{ delivery, body: null }]);
	expect(listening.line).toContain(expected);
	const body = { status: 'rejected', reason: 'not-authenticated' };
	expect(listening.answer).toMatchObject({ status: 401, body });
	expect(JSON.stringify(listening.answer)).not.toMatch(/token|expected|mismatch/);
	// Not even Output Discarded emits what is not authentic once nobody listens.
	const { line, discarded } = await show(changed, false);
	expect(line).toContain(expected);
	expect(discarded).toEqual([]);
});

test('nothing of a token that did not verify is shown', async () => {
	const { line, discarded } = await show({ azp: 'other' }, true, 'AAAA');
	expect(line).toMatch(/signature-invalid|token-malformed/);
	expect(JSON.stringify([line, discarded])).not.toMatch(/other|of its token/);
});

test('a forged copy that came first does not make the true delivery a duplicate', async () => {
	const body = writeEvent();
	const truly = { ...bearer(await signToken()), body };
	const sent = [{ body }, { body }, truly, truly, { body }];
	const accepted: boolean[] = [];
	for (const options of sent) accepted.push((await receive('reportOnly', options)).accepted);
	expect(accepted).toEqual([true, false, true, false, false]);
});

const sign = (body: string) => createHmac('sha256', signingSecret).update(body).digest('hex');

test.each([
	['reportOnly', {}, 'x-webhook-signature'],
	['off', { signatureHeader: 'X-Service-Signature' }, 'x-service-signature'],
])('a right signature is accepted (%s, %j)', async (mode, options, header) => {
	const body = writeEvent();
	const credential = await connectWithSecret();
	const given = { body, headers: { [header]: sign(body) }, credential, parameters: { options } };
	const expected = { accepted: true, delivery: { method: 'hmac', valid: true } };
	expect(await receive(mode, given)).toMatchObject(expected);
});

// Other signatures, in every mode, and the reasons are in test/unit/delivery.
test('a body with white space added after signing gets 401, also with a true token', async () => {
	const body = writeEvent();
	const { headers } = bearer(await signToken());
	const options = {
		body: `${body} `,
		headers: { ...headers, 'x-webhook-signature': sign(body) },
		credential: await connectWithSecret(),
	};
	const rejected = { accepted: false, answer: { status: 401 } };
	expect(await receive('reportOnly', options)).toMatchObject(rejected);
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
		const start = Date.now();
		log.notes.length = 0;
		for (const ms of after) {
			const exp = Math.floor((start + ms) / 1000) + 300;
			const token = await signToken({ ...claims, exp, iat: exp - 600 });
			await sendAt(host, start + ms, bearer(token));
		}
		return [...log.notes];
	}

	test('with what to enter, and once a day', async () => {
		const lines = await listLines({}, {}, {}, [0, 1, day - 60_000, day - 1, day]);
		expect(lines).toHaveLength(2);
		const words = ['Require.', '"voice-agent-service"', `"${sandbox.user.id}"`];
		for (const word of words) expect(lines[0]).toContain(word);
	});

	test('without line breaks that a token could bring in, and not at length', async () => {
		const azp = `a\nForged line\u2028${'x'.repeat(5_000)}`;
		const [line = ''] = await listLines({}, {}, { azp });
		expect(line).not.toMatch(/\n|x{201}/);
		expect(line).toContain('Expected Client "aForged line');
	});

	test('also with Require, as long as neither client nor subject is expected', async () => {
		const required = { verifyDeliveries: 'require' };
		expect(await listLines(required, {}, {})).toHaveLength(1);
		const expected = { checkSender: true, expectedSubject: sandbox.user.id };
		expect(await listLines(required, expected, {})).toEqual([]);
	});

	test('and nothing if it did not', async () => {
		expect(await listLines({}, {}, { aud: 'x', iss: 'https://elsewhere.example.com' })).toEqual([]);
	});
});

const create = (parameters: INodeParameters) =>
	createHost({ type: 'voiceAgentTrigger', parameters });
const publish = async (host: Host) =>
	await trigger.webhookMethods.default.checkExists.call(host.hook());
const listMissing = ({ node }: Host) =>
	validateNodeCredentials(node, trigger).map(({ credentialName }) => credentialName);

test.each([
	['a changed signing secret', 30_000, {}],
	['another credential on the node', 1, { id: 'credential-2', name: 'Another' }],
])('%s takes effect within %i ms', async (_, milliseconds, selected) => {
	const credential = await connectCredential(sandbox);
	const host = createHost({ type: 'voiceAgentTrigger', credential });
	const start = Date.now();
	expect(await sendAt(host, start)).toBe(200);
	credential.data.signingSecret = signingSecret;
	Object.assign(Object(host.node.credentials?.voiceAgentOAuth2Api), selected);
	expect(await sendAt(host, start + milliseconds)).toBe(401);
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

test('a credential that could not be read is read again by the next delivery', async () => {
	const credential = await connectWithSecret();
	const host = createHost({ type: 'voiceAgentTrigger', credential });
	const read = jest.spyOn(credential, 'getDecrypted');
	read.mockRejectedValueOnce(new Error('hidden-words'));
	expect((await deliver(host, writeEvent())).status).toBe(503);
	expect(log.warnings).toEqual([expect.stringContaining('The credential cannot be used.')]);
	expect(JSON.stringify(log)).not.toContain('hidden-words');
	expect((await deliver(host, writeEvent())).status).toBe(401);
});

test.each([
	['', 'require', 'identity-server-url-missing'],
	['login example com', 'reportOnly', 'credential-address-invalid'],
])('the identity server "%s" with %s stops publishing', async (...row) => {
	const [identityServerUrl, verifyDeliveries, code] = row;
	const credential = await connectCredential(sandbox);
	credential.data.identityServerUrl = identityServerUrl;
	const parameters = { options: { registration: 'manual' }, verifyDeliveries };
	const host = createHost({ type: 'voiceAgentTrigger', credential, parameters });
	await expectFailure(publish(host), code);
});

test.each([
	[{ authentication: 'oAuth2' }, ['voiceAgentOAuth2Api']],
	[{ authentication: 'accessToken' }, ['voiceAgentTokenApi']],
	[{ options: { withoutCredential: false } }, ['voiceAgentOAuth2Api']],
	[{ options: { withoutCredential: true } }, []],
])('n8n marks a trigger with %j that has no credential', (parameters, marked) => {
	expect(listMissing(create(parameters))).toEqual(marked);
});

const without = (options = {}) => ({ options: { withoutCredential: true, ...options } });

const requiring = { ...without({ registration: 'manual' }), verifyDeliveries: 'require' };

test.each([
	['automatic registration', without(), 'Registration'],
	['Require', requiring, 'Verify Deliveries'],
])(
	'%s without a credential stops publishing and names the setting',
	async (_, parameters, named) => {
		const host = create(parameters);
		await expectFailure(publish(host), 'credential-not-selected', {
			message: expect.stringContaining(`: '${named}'.`),
		});
	},
);

test.each(['oAuth2', 'accessToken'])(
	'with Authentication %s and no credential, publishing stops, and no delivery is accepted or lost',
	async (authentication) => {
		const options = { registration: 'manual', outputDiscarded: true };
		const host = create({ authentication, options });
		await expectFailure(publish(host), 'credential-missing');
		expect(await deliver(host, writeEvent())).toMatchObject({
			answer: { status: 503, body: { reason: 'credential-unusable' } },
			discarded: [],
		});
	},
);

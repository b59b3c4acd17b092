import { createHmac } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { deliver, type DeliverOptions, writeEvent } from '../../support/in-process/deliver.mts';
import { createHost } from '../../support/in-process/host.mts';
import { useLog } from '../../support/in-process/use-log.mts';
import { connectCredential } from '../../support/in-process/sandbox-credential.mts';
import { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';

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
	const given = { credential, parameters: { verifyDeliveries: mode, ...parameters } };
	const delivered = await deliver(given, body, options);
	const { isAccepted: accepted, items } = delivered;
	return { ...delivered, accepted, delivery: Object(items[0]?.delivery) };
}

test.each(['reportOnly', 'require'])('a true delivery verifies (%s)', async (mode) => {
	const token = await signToken();
	const { identityServerUrl: issuer } = sandbox;
	const delivery = { method: 'jwt', valid: true, reason: null, issuer };
	expect(await receive(mode, bearer(token))).toMatchObject({ accepted: true, delivery });
});

// Every other reason is in test/unit/delivery and test/unit/token, and tokens of a stranger's key are in
// test/hostile/identity-server.
test('two Authorization headers are reported, though n8n tells of one', async () => {
	const value = `Bearer ${await signToken()}`;
	const rawHeaders = ['Authorization', value, 'authorization', value];
	const options = { headers: { authorization: value }, rawHeaders };
	const delivery = { valid: false, reason: 'authorization-repeated' };
	expect(await receive('reportOnly', options)).toMatchObject({ accepted: true, delivery });
});

/** What the owner of n8n and the sender see of a token with other claims, listening or with Output Discarded. */
async function show(changed: Record<string, unknown>, isTest: boolean, tamper = '') {
	const parameters = { options: { outputDiscarded: true } };
	const headers = { authorization: `Bearer ${await signToken(changed)}${tamper}` };
	const { answer, discarded } = await receive('require', { parameters, headers, isTest });
	return { line: log.warnings.at(-1), answer, discarded };
}

const long = `https://id.example.org/b\nForged ${'x'.repeat(5_000)}`;

test.each<[string, string, Record<string, unknown>, string]>([
	['another client', 'client-mismatch', { azp: 'other' }, 'client of its token is "other"'],
	['no client', 'claim-missing', { azp: undefined }, 'client of its token is none'],
	['another subject', 'subject-mismatch', { sub: 'me' }, 'subject of its token is "me"'],
	[
		'other audiences',
		'audience-mismatch',
		{ aud: ['a', 'b'] },
		'audience of its token is "a", "b"',
	],
	['another issuer', 'issuer-mismatch', { iss: long }, 'issuer xxx…"'],
])('a token that names %s is shown beside what is expected, in a short line', async (...row) => {
	const [, reason, changed, named] = row;
	const [claim = ''] = named.split(' ');
	const { audience } = sandbox.identity;
	const trueClaims = {
		...{ audience, client: 'voice-agent-service', subject: sandbox.user.id },
		issuer: sandbox.identityServerUrl,
	};
	const shown = named.replace('issuer ', '');
	const expected = `${shown}, but "${Object(trueClaims)[claim]}" is expected`;
	const listening = await show(changed, true);
	const delivery = { status: 'rejected', reason, message: expect.stringContaining(expected) };
	expect(listening.discarded).toMatchObject([{ delivery, body: null }]);
	const body = { status: 'rejected', reason: 'not-authenticated' };
	expect(listening.answer).toMatchObject({ status: 401, body });
	expect(JSON.stringify(listening.answer)).not.toMatch(/token|expected|mismatch|issuer|example/);
	// Not even Output Discarded emits what is not authentic once nobody listens.
	const { line, discarded } = await show(changed, false);
	for (const written of [listening.line, line]) {
		expect(written).toContain(expected);
		expect(written).not.toMatch(/\n|x{201}/);
	}
	expect(discarded).toEqual([]);
});

test('of an ID token of our own sign-in, line and panel name the ways out', async () => {
	const { clientId } = sandbox.clients.public;
	const { id_token: idToken = '' } = await sandbox.identity.issueTokens({ clientId });
	const credential = await connectCredential(sandbox);
	credential.data.checkSender = false;
	const options = { credential, isTest: true, ...bearer(idToken) };
	const { answer, discarded } = await receive('require', options);
	expect(answer).toMatchObject({ status: 401, body: { reason: 'not-authenticated' } });
	const waysOut = /Expected Audience.*Webhook Signing Secret.*Report Only/;
	const message = expect.stringMatching(waysOut);
	expect(discarded).toMatchObject([{ delivery: { reason: 'token-kind-unknown', message } }]);
	expect(log.warnings).toEqual([expect.stringMatching(waysOut)]);
});

test('under Report Only the log says once a day what is wrong with a token', async () => {
	const credential = await connectCredential(sandbox);
	const host = createHost({ type: 'voiceAgentTrigger', credential, parameters: {} });
	const iss = 'https://id.example.org/realms/agents';
	const send = async (claims: object) => {
		const { items } = await deliver(host, writeEvent(), bearer(await signToken({ ...claims })));
		return Object(items[0]?.delivery);
	};
	expect(await send({ iss })).toMatchObject({
		valid: false,
		reason: 'issuer-mismatch',
		issuer: null,
	});
	for (const claims of [{ iss }, { exp: 1 }, { exp: 1 }]) await send(claims);
	const { identityServerUrl } = sandbox;
	expect(log.notes).toEqual([
		expect.stringContaining(`(issuer-mismatch). The token’s issuer`),
		expect.stringContaining('(expired). The token has expired'),
	]);
	expect(log.notes[0]).toContain(`It names "${iss}", but "${identityServerUrl}" is expected.`);
	expect(log.warnings).toEqual([]);
});

/** A credential as somebody enters it for the tokens of deliveries alone: nobody signs in with it. */
test('a second credential that was never connected verifies the tokens of another issuer', async () => {
	const credential = new StoredCredential({
		apiBaseUrl: sandbox.url,
		identityServerUrl: sandbox.identityServerUrl,
		checkSender: true,
		expectedClient: 'voice-agent-service',
	});
	const parameters = { verifyDeliveries: 'require', options: { registration: 'manual' } };
	const host = createHost({ type: 'voiceAgentTrigger', credential, parameters });
	expect(await new VoiceAgentTrigger().webhookMethods.default.checkExists.call(host.hook())).toBe(
		true,
	);
	const accepted = await deliver(host, writeEvent(), bearer(await signToken()));
	expect(accepted.isAccepted).toBe(true);
	const rejected = await deliver(host, writeEvent(), bearer(await signToken({ azp: 'b' })));
	expect(rejected).toMatchObject({ isAccepted: false, answer: { status: 401 } });
});

test('nothing of a token that did not verify is shown', async () => {
	const { line, discarded } = await show({ azp: 'other' }, true, 'AAAA');
	expect(line).toMatch(/signature-invalid|token-malformed/);
	expect(JSON.stringify([line, discarded])).not.toMatch(/other|of its token/);
});

test('a forged copy that came first does not make the true delivery a duplicate', async () => {
	const body = writeEvent();
	const truly = { ...bearer(await signToken()), body };
	const accepted: boolean[] = [];
	for (const sent of [{ body }, truly, { body }]) {
		accepted.push((await receive('reportOnly', sent)).accepted);
	}
	expect(accepted).toEqual([true, true, false]);
});

const sign = (body: string) => createHmac('sha256', signingSecret).update(body).digest('hex');

/** An event whose bytes are lost if its JSON is parsed and written again. */
const writeIndented = () => JSON.stringify(JSON.parse(writeEvent()), null, 1);

async function connectWithSecret(): Promise<StoredCredential> {
	const credential = await connectCredential(sandbox);
	credential.data.signingSecret = signingSecret;
	return credential;
}

// Other wrong signatures, in every mode, are in test/unit/delivery.
test.each([
	['reportOnly', {}, 'x-webhook-signature'],
	['off', { signatureHeader: 'X-Service-Signature' }, 'x-service-signature'],
])('a right signature is accepted (%s, %j)', async (mode, options, header) => {
	const body = writeIndented();
	const credential = await connectWithSecret();
	const given = { body, headers: { [header]: sign(body) }, credential, parameters: { options } };
	const expected = { accepted: true, delivery: { method: 'hmac', valid: true } };
	expect(await receive(mode, given)).toMatchObject(expected);
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
			await deliver(host, writeEvent(), { now: start + ms, ...bearer(token) });
		}
		return [...log.notes];
	}

	test('with what to enter, cut and on one line, and once a day', async () => {
		const claims = { azp: `a\nForged line\u2028${'x'.repeat(5_000)}` };
		const lines = await listLines({}, {}, claims, [0, 1, day - 60_000, day - 1, day]);
		expect(lines).toHaveLength(2);
		const words = ['If the service sent it', 'Require.', `"${sandbox.user.id}"`];
		for (const word of words) expect(lines[0]).toContain(word);
		expect(lines[0]).toMatch(/Expected Client "aForged linex{1,200}…"/);
	});

	test('also with Require, as long as neither client nor subject is expected', async () => {
		const required = { verifyDeliveries: 'require' };
		expect(await listLines(required, {}, {})).toHaveLength(1);
		const expected = { checkSender: true, expectedSubject: sandbox.user.id };
		expect(await listLines(required, expected, {})).toEqual([]);
	});
});

import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { VoiceAgentOAuth2Api } from '../../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgentTokenApi } from '../../../credentials/VoiceAgentTokenApi.credentials.ts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import {
	getConfiguration,
	getCurrent,
	run as runAction,
} from '../../support/in-process/driver.mts';
import { deliver as deliverTo, writeEvent } from '../../support/in-process/deliver.mts';
import { createHost } from '../../support/in-process/host.mts';
import { decryptCredential } from '../../support/in-process/resolve-credential.mts';
import {
	connectCredential,
	pasteCredential,
} from '../../support/in-process/sandbox-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import { useLog } from '../../support/in-process/use-log.mts';

const trigger = new VoiceAgentTrigger();
const sandbox = useSandbox();
const log = useLog();

type Values = Record<string, unknown>;

/** A credential that also holds these values, as n8n hands them over. */
async function createCredential(values: Values, isPasted = false) {
	const credential = isPasted ? await pasteCredential(sandbox) : await connectCredential(sandbox);
	credential.data = { ...credential.data, ...values } as ICredentialDataDecryptedObject;
	return credential;
}

async function createHostWith(values: Values, mode = 'reportOnly', isPasted = false) {
	const credential = await createCredential(values, isPasted);
	const parameters = {
		authentication: isPasted ? 'accessToken' : 'oAuth2',
		options: { registration: 'manual' },
		verifyDeliveries: mode,
	};
	return createHost({ type: 'voiceAgentTrigger', credential, parameters });
}

interface Delivery {
	mode?: string;
	headers?: Record<string, string>;
	body?: string;
	isPasted?: boolean;
}

async function deliver(
	values: Values,
	{ mode, headers, body = writeEvent(), isPasted }: Delivery = {},
) {
	const host = await createHostWith(values, mode, isPasted);
	log.warnings.length = 0;
	const { status, answer } = await deliverTo(host, body, { headers });
	return { status, answer, logged: log.warnings.join('\n') };
}

const publish = async (values: Values) =>
	await trigger.webhookMethods.default.checkExists.call((await createHostWith(values)).hook());

/** No delivery passes, whatever is demanded; the log names the field and not its value; publishing fails. */
async function expectUnusable(values: Values, code: string, name: string): Promise<void> {
	const body = { status: 'postponed', reason: 'credential-unusable' };
	const headers = { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) };
	for (const mode of ['reportOnly', 'off', 'require']) {
		const { answer, logged } = await deliver(values, { mode });
		expect({ mode, answer }).toEqual({ mode, answer: { status: 503, headers, body } });
		expect(logged).toContain(name);
		expect(logged).not.toContain('12345678');
	}
	await expectFailure(publish(values), code, { message: expect.stringContaining(name) });
}

const fields: [string, string][] = [
	['signingSecret', 'Webhook Signing Secret'],
	['expectedAudience', 'Expected Audience'],
	['expectedClient', 'Expected Client'],
	['expectedSubject', 'Expected Subject'],
];
const unusable = [12345678, null, undefined, false, ['text'], { text: 'text' }, ' \t\n'];
const cases = fields.flatMap(([field, name]) =>
	unusable.map((value) => [field, value, name] as const),
);

test.each(cases)('%s with %j answers 503, is not shown, and stops publishing', async (...row) => {
	const [field, value, name] = row;
	const values = { checkSender: true, [field]: value };
	await expectUnusable(values, 'credential-field-invalid', name);
});

test.each(fields)('%s that is empty or missing is not set', async (field) => {
	for (const values of [{}, { [field]: '' }]) {
		expect(await deliver(values)).toMatchObject({ status: 200 });
		expect(await publish(values)).toBe(true);
	}
});

const sign = (text: string) => createHmac('sha256', 'shared').update(text).digest('hex');

test('spaces around a pasted signing secret are cut', async () => {
	const body = writeEvent();
	const headers = { 'x-webhook-signature': sign(body) };
	const { status } = await deliver({ signingSecret: ' shared\n' }, { headers, body });
	expect(status).toBe(200);
});

describe('Check Sender', () => {
	const client = 'voice-agent-service';

	/** Delivers with tokens of the expected client and of another one to a trigger that requires a token. */
	async function deliverFromBoth(values: Values) {
		const statuses = [];
		for (const azp of [client, 'another-client']) {
			const token = await sandbox.identity.signJwt({ sub: sandbox.user.id, azp });
			const headers = { authorization: `Bearer ${token}` };
			statuses.push((await deliver(values, { mode: 'require', headers })).status);
		}
		return statuses;
	}

	test.each([true, undefined, null, '', 'false', 0])(
		'set to %j with all its fields empty is an error, and no delivery is accepted',
		async (checkSender) => {
			for (const values of [{ checkSender }, { checkSender, expectedClient: '' }]) {
				await expectUnusable(values, 'credential-sender-missing', "'Check Sender' is on");
			}
		},
	);

	const types: [string, VoiceAgentOAuth2Api | VoiceAgentTokenApi][] = [
		['OAuth2', new VoiceAgentOAuth2Api()],
		['access token', new VoiceAgentTokenApi()],
	];

	describe.each(types)('of a credential as n8n decrypts it: %s', (_, type) => {
		/** What n8n makes of saved fields; `resolved` are the results of expressions in them. */
		const decrypt = (saved: ICredentialDataDecryptedObject, resolved = {}) => ({
			...decryptCredential(type, saved),
			...resolved,
			apiBaseUrl: sandbox.url,
			identityServerUrl: sandbox.identityServerUrl,
		});

		test.each([
			[true, [200, 401]],
			[false, [200, 200]],
			[undefined, [200, 401]],
		])('an expression that gives %j', async (checkSender, statuses) => {
			const saved = { checkSender: '={{ $vars.check }}', expectedClient: client };
			expect(await deliverFromBoth(decrypt(saved, { checkSender }))).toEqual(statuses);
		});

		test.each(fields)(
			'%s whose expression gives an empty text is an error, never "not set"',
			async (field, name) => {
				const others = { expectedAudience: 'a', expectedClient: 'c', expectedSubject: 's' };
				const saved = { checkSender: true, ...others, [field]: '={{ $vars.empty }}' };
				const values = decrypt(saved, { [field]: '' });
				await expectUnusable(values, 'credential-field-invalid', name);
			},
		);
	});
});

const signed = { 'x-webhook-signature': sign('other') };

test.each([
	['another header', 'hmac-missing', {}, ['Signature Header']],
	['no signature', 'hmac-malformed', { 'x-webhook-signature': 'no' }, ['Signature Header']],
	['another body', 'hmac-mismatch', signed, ['Signature Header', 'proxy', 'spaces in the secret']],
])('the log names the usual causes of a mismatch: %s', async (_, reason, headers, causes) => {
	const { status, logged } = await deliver({ signingSecret: 'shared' }, { headers });
	expect(status).toBe(401);
	for (const words of [reason, ...causes]) expect(logged).toContain(words);
});

describe('the issuer', () => {
	/** The identity server under another address than its tokens name. */
	const insideUrl = () => sandbox.identityServerUrl.replace('127.0.0.1', 'localhost');

	/** What the action node gives, or the code of its error. */
	async function run(parameters: INodeParameters, values: Values): Promise<unknown> {
		const credential = await createCredential({ identityServerUrl: insideUrl(), ...values });
		return await runAction(parameters, credential).catch(
			(error: unknown) => Object(error).context?.code,
		);
	}

	/** How a delivery with a good token is answered, with a sign-in and with a pasted token. */
	async function deliverGood(values: Values) {
		const token = await sandbox.identity.signJwt({ sub: 'service', azp: 'service' });
		const headers = { authorization: `Bearer ${token}` };
		const statuses = [];
		for (const isPasted of [false, true]) {
			const given = { identityServerUrl: insideUrl(), ...values };
			const { status } = await deliver(given, { mode: 'require', headers, isPasted });
			statuses.push(status);
		}
		return statuses;
	}

	/** What comes of an issuer: by Get Current, by Get Server Settings, and of good deliveries. */
	const outcomes = async (values: Values) => [
		await run(getCurrent, values),
		await run(getConfiguration, values),
		await deliverGood(values),
	];
	const notTrusted = ['token-not-trusted', 'server-settings-invalid', [401, 401]];

	beforeAll(() => expect(insideUrl()).not.toBe(sandbox.identityServerUrl));

	test.each([{}, { issuer: '' }])(
		'without one (%j), a token must name the Identity Server URL',
		async (values) => {
			expect(await outcomes(values)).toEqual(notTrusted);
			expect(sandbox.requests.filter(({ path }) => path.startsWith('/api/'))).toEqual([]);
		},
	);

	test('in any form of the address, tokens verify by the keys at the Identity Server URL', async () => {
		const { identityServerUrl: url } = sandbox;
		for (const issuer of [url, `${url}/`, ` ${url.replace('http', 'HTTP')} `]) {
			expect(await outcomes({ issuer })).toMatchObject([
				{ id: expect.anything() },
				{ keys: [{ kty: 'RSA', kid: expect.any(String) }] },
				[200, 200],
			]);
		}
	});

	test('is trusted alone; it may be a public http address, since nothing is sent to it', async () => {
		const { identityServerUrl } = sandbox;
		for (const scheme of ['https', 'http']) {
			const issuer = `${scheme}://login.example.com/realms/a`;
			expect(await outcomes({ identityServerUrl, issuer })).toEqual(notTrusted);
		}
	});

	test.each([null, undefined, 12, ' \n', 'ftp://login.example.com/realms/a'])(
		'that is %j is an error, never "not set"',
		async (issuer) => {
			const code = 'credential-address-invalid';
			expect(await outcomes({ issuer })).toEqual([code, code, [503, 503]]);
			const message = expect.stringContaining('Issuer');
			await expectFailure(publish({ identityServerUrl: insideUrl(), issuer }), code, { message });
		},
	);
});

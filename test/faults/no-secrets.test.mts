import { createHmac, randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import type { FaultName, FaultOptions, FaultTarget } from '../../sandbox/types.mts';
import { deliver } from '../support/in-process/deliver.mts';
import {
	getConfiguration,
	getCurrent,
	getUserInfo,
	register,
} from '../support/in-process/driver.mts';
import { describeDecrypted } from '../support/in-process/sandbox-credential.mts';
import { recordLog } from './record-log.mts';
import { execute, openStage } from './stage.mts';
import type { Stage } from './stage.mts';

// Everything that the nodes hand out, searched for everything that must not be in it. What a real n8n
// writes is searched in test/e2e/no-secrets.
const { checkExists, create, delete: remove } = new VoiceAgentTrigger().webhookMethods.default;
const signingSecret = `signing-${randomUUID()}`;
const sessionToken = `session-${randomUUID()}`;

let stage: Stage;
let log: string[];
let seen: { where: string; text: string }[];
let secrets: Map<string, string>;

const show = (value: unknown) =>
	inspect(value, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null });

const record = (where: string, value: unknown) => void seen.push({ where, text: show(value) });

/** Tokens change with each refresh: whatever the credential holds now and held before is secret. */
function learnTokens(): void {
	const { data } = stage.credential;
	const tokens = Object(data.oauthTokenData);
	for (const name of ['access_token', 'refresh_token', 'id_token']) {
		const token = String(tokens[name]);
		secrets.set(`${name} ${token.slice(-8)}`, token);
		// The part that makes a token of it, without which the rest is worth nothing.
		secrets.set(`${name} signature ${token.slice(-8)}`, String(token.split('.')[2]));
	}
}

beforeEach(async () => {
	log = recordLog();
	stage = await openStage();
	const { clients } = stage.sandbox;
	const { confidential } = clients;
	const tokens = await stage.sandbox.identity.issueTokens({ clientId: confidential.clientId });
	stage.credential.data = {
		...describeDecrypted(stage.sandbox, confidential),
		signingSecret,
		oauthTokenData: { ...tokens },
	};
	seen = [];
	secrets = new Map([
		['client secret', String(confidential.clientSecret)],
		['signing secret', signingSecret],
		['session token', sessionToken],
	]);
	learnTokens();
});

afterEach(async () => {
	learnTokens();
	record('log', log);
	record('static data', stage.staticData);
	const found = seen.flatMap(({ where, text }) =>
		[...secrets].flatMap(([name, secret]) =>
			text.includes(secret) ? [`${name} in ${where}`] : [],
		),
	);
	await stage.close();
	expect(found).toEqual([]);
	expect(seen.length).toBeGreaterThan(2);
});

/** Runs something and keeps what it answers or throws. */
async function keep(where: string, run: () => Promise<unknown>): Promise<void> {
	try {
		record(`${where}, answer`, await run());
	} catch (error) {
		record(`${where}, error`, error);
		record(`${where}, error as JSON`, JSON.stringify(error));
	}
	learnTokens();
}

const calls: [FaultTarget, INodeParameters][] = [
	['users-me', getCurrent],
	['webhooks', register],
	['userinfo', getUserInfo],
	['discovery', getConfiguration],
	['certs', { resource: 'identity', operation: 'verifyToken', failOnInvalid: true }],
	['logout', { resource: 'identity', operation: 'signOut' }],
];

/** The worst that a service can do: it repeats what it was sent. */
function echo(): string {
	const { access_token, refresh_token } = Object(stage.credential.data.oauthTokenData);
	return JSON.stringify({ message: `rejected ${access_token}`, detail: `and ${refresh_token}` });
}

const spoiled: [string, FaultName, (target: FaultTarget) => FaultOptions][] = [
	['a rejection that repeats the tokens', 'status', () => ({ status: 400, body: echo() })],
	['a failure that repeats the tokens', 'status', () => ({ status: 500, body: echo() })],
	['a page that repeats the tokens', 'status', () => ({ body: echo(), contentType: 'text/html' })],
	['half an answer', 'broken-json', () => ({ body: echo().slice(0, -2) })],
	['a dropped connection', 'dropped-connection', () => ({})],
];

test.each(spoiled)('no operation shows a secret after %s', async (_, name, describeFault) => {
	for (const [target, parameters] of calls) {
		const fault = { target, times: 3, ...describeFault(target) };
		await stage.sandbox.switchOnFault(name, fault);
		await keep(`${target} spoiled`, async () => await execute(stage, parameters));
		stage.sandbox.clearFaults();
	}
});

test('no operation that succeeds shows a secret', async () => {
	for (const [target, parameters] of calls) {
		await keep(target, async () => await execute(stage, parameters));
	}
	expect(seen.some(({ where }) => where.includes('error'))).toBe(false);
});

test('no refresh shows a secret, whether it succeeds or is rejected', async () => {
	const call = async () => await execute(stage, getCurrent);
	await stage.sandbox.switchOnFault('token-expired');
	await keep('refreshed', call);
	for (const fault of spoiled) {
		await stage.sandbox.switchOnFault('token-expired');
		const target = 'token';
		await stage.sandbox.switchOnFault(fault[1], { target, times: 3, ...fault[2](target) });
		await keep(`refresh: ${fault[0]}`, call);
		stage.sandbox.clearFaults();
	}
	stage.credential.data.clientSecret = `rotated-${randomUUID()}`;
	secrets.set('rotated client secret', String(stage.credential.data.clientSecret));
	await stage.sandbox.switchOnFault('token-expired');
	await keep('refresh with a rotated secret', call);
	await stage.sandbox.switchOnFault('token-revoked', { target: 'token' });
	await keep('refresh that is rejected', call);
	expect(seen.filter(({ where }) => where.endsWith('error')).length).toBeGreaterThan(3);
});

test('neither publishing nor unpublishing shows a secret, with and without faults', async () => {
	const options = { onUnpublish: 'tryToDelete' };
	for (const [, name, describeFault] of spoiled) {
		const host = stage.createHost({
			type: 'voiceAgentTrigger',
			parameters: { options },
			webhookBaseUrl: `${stage.sandbox.url}/${randomUUID()}`,
			staticData: stage.staticData,
		});
		const target = 'webhooks';
		await stage.sandbox.switchOnFault(name, { target, ...describeFault(target) });
		await keep('publish spoiled', async () => await create.call(host.hook()));
		stage.sandbox.clearFaults();
		await keep('publish again', async () => await create.call(host.hook()));
		await keep('check', async () => await checkExists.call(host.hook()));
		await stage.sandbox.switchOnFault(name, { target, ...describeFault(target) });
		await keep('unpublish spoiled', async () => await remove.call(host.hook()));
		stage.sandbox.clearFaults();
		record('static data of the host', host.saveStaticData());
	}
});

test('no delivery shows a secret, accepted or rejected, with every kind of proof', async () => {
	// Raw is what the service sent, this token included.
	const createData = (output: string) => {
		const session_token = output === 'raw' ? null : sessionToken;
		return stage.sandbox.createRecord({ overrides: { session_token, unknown: 'kept' } });
	};
	const bearer = await stage.sandbox.identity.signJwt({ sub: 'someone' });
	secrets.set('token of a delivery', bearer);
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
					await keep(`delivery ${verifyDeliveries} ${output}`, async () => {
						const { result, answer } = await deliver(host, body, { headers });
						return { result, answer };
					});
				}
			}
		}
	}
	expect(seen.some(({ text }) => text.includes('workflowData'))).toBe(true);
});

test('a secret deep inside an error would be found', () => {
	record('probe', new Error('outside', { cause: { hidden: [sessionToken] } }));
	expect(seen.pop()?.text).toContain(sessionToken);
	record('a', 1);
	record('b', 2);
});

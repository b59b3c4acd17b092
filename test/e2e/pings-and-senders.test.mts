import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importJWK, SignJWT } from 'jose';
import type { SavedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { attachCredential } from '../../host/n8n/voice-agent-nodes.mts';
import { waitUntil } from '../../host/wait-until.mts';
import type { CredentialReference } from '../support/n8n/connect-at-sandbox.mts';
import { findWebhookUrl, useHost } from '../support/n8n/start-host.mts';
import {
	chainNodes,
	countExecutions,
	createTrigger,
	postEvent,
	publishNodes,
} from '../support/n8n/trigger-scene.mts';
import { startPingingService } from '../support/servers/start-pinging-service.mts';

// A service that tests the URL before it registers the webhook, and what counts as its token. The cases of
// each are in test/unit/delivery and test/unit/token.
const host = useHost();
let service: Awaited<ReturnType<typeof startPingingService>>;
let credential: CredentialReference;

beforeAll(async () => {
	service = await startPingingService();
	credential = await host.connect({ apiBaseUrl: service.url });
});
afterAll(async () => await service.close());

const pings: [what: string, body: string, reason: string][] = [
	['an event name of its own', '{"event":"Ping","data":{"zen":"Be brief."}}', 'event-not-wanted'],
	['an event name without data', '{"event":"webhook.test"}', 'event-not-wanted'],
	['data that is null', '{"event":"ConversationComplete","data":null}', 'record-empty'],
	['data without a field', '{"event":"ConversationComplete","data":{}}', 'record-empty'],
	['an empty body', '', 'no-event'],
	['a challenge', '{"type":"url_verification","challenge":"3eZb","token":"Jhj5"}', 'no-event'],
	['a type', '{"type":"ping"}', 'no-event'],
	['a status', '{"status":"ok","id":"w-1","created_at":"2026-11-03T09:15:00Z"}', 'no-event'],
	['a list', '[{"type":"ping"}]', 'no-event'],
];

test.each(pings)('a service that tests the URL by %s: publishing succeeds', async (...row) => {
	const [, body, reason] = row;
	service.setTest(body);
	service.asked.length = 0;
	const { id } = await publishNodes(host, credential, [createTrigger()]);
	expect(service.asked).toEqual([{ status: 200, body: { status: 'ignored', reason } }]);
	expect(countExecutions(host, id)).toBe(0);
	await host.client.deactivate(id);
});

test('with Require the test gets 401, and where publishing fails the message says so', async () => {
	service.setTest('{"type":"ping"}');
	service.asked.length = 0;
	const trigger = createTrigger({ verifyDeliveries: 'require' });
	const file = attachCredential(chainNodes([trigger]), credential);
	const { id } = await host.client.createWorkflow(file);
	await expect(host.client.activate(id)).rejects.toThrow(
		/The URL answered 401 to a test\..*publish without Verify Deliveries: Require first/,
	);
	expect(new Set(service.asked.map(({ status }) => status))).toEqual(new Set([401]));
	await host.client.deleteWorkflow(id);
});

describe('a published trigger', () => {
	const findUrl = (workflow: SavedWorkflow) => findWebhookUrl(host.n8n, workflow);
	const publishManual = async (used: CredentialReference, verifyDeliveries = 'require') =>
		await publishNodes(host, used, [
			createTrigger({ verifyDeliveries, options: { registration: 'manual' } }),
		]);

	const record = { id: 'c-1', agent_id: 'a-1', history: [{ role: 'user', content: 'Hello' }] };
	const envelopes: [string, unknown][] = [
		['a bare record', record],
		['other names', { type: 'call.ended', payload: record }],
		['names in other letters', { Event: 'ConversationComplete', Data: record }],
		['a list of events', [{ event: 'ConversationComplete', data: record }]],
		['an object around it', { body: { event: 'ConversationComplete', data: record } }],
	];

	test('rejects real calls in other envelopes with 400', async () => {
		const workflow = await publishManual(credential, 'off');
		for (const [what, body] of envelopes) {
			const answer = await fetch(findUrl(workflow), {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
			expect([what, answer.status]).toEqual([what, 400]);
		}
		expect(countExecutions(host, workflow.id)).toBe(0);
		await host.client.deactivate(workflow.id);
	});

	interface Sample {
		claims: Record<string, unknown>;
		header?: object;
	}
	const kinds: Record<string, Record<string, Sample>> = JSON.parse(
		readFileSync(join(import.meta.dirname, '../fixtures/token-kinds.json'), 'utf8'),
	);

	/** Signs with the key of the sandbox, as another provider would with its own. */
	async function sign({ claims, header }: Sample): Promise<string> {
		const { signingKey } = host.sandbox.identity.readMemory();
		const now = Math.floor(Date.now() / 1000);
		const times = { iat: now, exp: now + 300 };
		const { url: iss } = host.sandbox.identity;
		return await new SignJWT({ iss, sub: host.sandbox.user.id, ...times, ...claims })
			.setProtectedHeader({ alg: 'RS256', kid: signingKey.kid, typ: 'JWT', ...header })
			.sign(await importJWK(signingKey, 'RS256'));
	}

	const deliver = async (workflow: SavedWorkflow, token: string) =>
		(await postEvent(findUrl(workflow), host.sandbox.createRecord(), { token })).httpStatus;

	test('accepts access tokens of every provider under Require, and no ID token of one', async () => {
		const workflow = await publishManual(credential);
		const { access_token: own } = await host.sandbox.identity.issueTokens();
		expect(await deliver(workflow, own)).toBe(200);
		for (const [code, samples] of Object.entries(kinds)) {
			const status = code === 'access' ? 200 : 401;
			for (const [what, sample] of Object.entries(samples)) {
				expect([code, what, await deliver(workflow, await sign(sample))]).toEqual([
					...[code, what, status],
				]);
			}
		}
		await host.client.deactivate(workflow.id);
	});

	test('rejects the ID token of its own sign-in, whatever is expected', async () => {
		const { clientId } = host.sandbox.clients.public;
		const { id_token: idToken = '' } = await host.sandbox.identity.issueTokens({ clientId });
		for (const expected of [
			{},
			{ checkSender: true, expectedSubject: host.sandbox.user.id },
			{ checkSender: true, expectedAudience: clientId },
			{ checkSender: true, expectedClient: clientId },
		]) {
			const workflow = await publishManual(await host.connect(expected));
			expect([expected, await deliver(workflow, idToken)]).toEqual([expected, 401]);
			await host.client.deactivate(workflow.id);
		}
	});

	test('names another issuer beside the expected one in the log of n8n', async () => {
		const workflow = await publishManual(credential);
		const iss = 'https://id.example.org/realms/agents';
		expect(await deliver(workflow, await sign({ claims: { iss, azp: 'service' } }))).toBe(401);
		const expected = `It names "${iss}", but "${host.sandbox.identityServerUrl}" is expected.`;
		const findLine = () => {
			const lines = readFileSync(host.n8n.logFile, 'utf8').split('\n');
			return lines.find((text) => text.includes('(issuer-mismatch)'));
		};
		// n8n writes its log after it has answered.
		const line = await waitUntil(findLine, { what: 'the line on the issuer' });
		expect(line).toContain(expected);
		await host.client.deactivate(workflow.id);
	});
});

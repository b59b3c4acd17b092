import { createHmac } from 'node:crypto';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { triggerType } from '../../host/demo/prepare-example.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { createExchange } from './host/exchange.mts';
import { createHost } from './host/host.mts';
import type { Host, HostOptions } from './host/host.mts';
import { connectCredential, pasteCredential } from './host/sandbox-credential.mts';
import { StoredCredential } from './host/stored-credential.mts';
import {
	findUrlField,
	legacyWorkflowNames,
	readLegacyWorkflow,
	type LegacyWorkflow,
} from './read-legacy-workflow.mts';

const trigger = new VoiceAgentTrigger();
const { checkExists, create } = trigger.webhookMethods.default;
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());
afterEach(async () => await sandbox.reset());

/** The workflow in today's n8n, at the address it had. */
function openWorkflow(
	{ workflow }: LegacyWorkflow,
	credential: StoredCredential,
	options: Partial<HostOptions> = {},
): Host {
	const node = workflow.nodes.find(({ type }) => type === triggerType);
	const parameters: object = { ...node?.parameters };
	return createHost({
		type: 'voiceAgentTrigger',
		parameters: { ...parameters },
		webhookId: node?.webhookId,
		webhookBaseUrl: 'https://n8n.example.com',
		credential,
		...options,
	});
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** The account that registered, at the addresses of that time. Nothing listens there now. */
function createCredential({ credential }: LegacyWorkflow): StoredCredential {
	const { type, apiBaseUrl, issuer, subject } = credential;
	const accessToken = [encode({ alg: 'RS256' }), encode({ iss: issuer, sub: subject }), ''].join(
		'.',
	);
	return new StoredCredential({
		baseUrl: apiBaseUrl,
		identityUrl: issuer,
		...(type === 'voiceAgentTokenApi'
			? { accessToken }
			: { oauthTokenData: { access_token: accessToken } }),
	});
}

/** An account of the sandbox that runs now. */
async function connect({ credential }: LegacyWorkflow): Promise<StoredCredential> {
	const { type, signingSecret } = credential;
	const stored = await (type === 'voiceAgentTokenApi' ? pasteCredential : connectCredential)(
		sandbox,
	);
	if (signingSecret !== undefined) stored.data.signingSecret = signingSecret;
	return stored;
}

/** What n8n does on publishing. */
async function publish(host: Host): Promise<void> {
	if (!(await checkExists.call(host.hook()))) await create.call(host.hook());
}

describe.each(legacyWorkflowNames)('the workflow %s of version 0.1.0', (name) => {
	const saved = readLegacyWorkflow(name);

	test('registers nothing when it is published again', async () => {
		const staticData = { ...Object(saved.workflow.staticData) };
		const host = openWorkflow(saved, createCredential(saved), { staticData });
		await expect(checkExists.call(host.hook())).resolves.toBe(true);
		expect(host.saveStaticData()).toEqual(saved.workflow.staticData);
	});

	test.each([
		['another account', { subject: '00000000-0000-4000-8000-000000000000' }],
		['another service', { apiBaseUrl: 'http://127.0.0.1:21473' }],
	])('is not registered for %s', async (_, change) => {
		const other = { ...saved, credential: { ...saved.credential, ...change } };
		const staticData = { ...Object(saved.workflow.staticData) };
		const host = openWorkflow(saved, createCredential(other), { staticData });
		await expect(checkExists.call(host.hook())).resolves.toBe(false);
	});

	test('registers with the same body where nothing is remembered', async () => {
		const host = openWorkflow(saved, await connect(saved));
		const webhookUrl = host.hook().getNodeWebhookUrl('default') ?? '';
		const urlField = findUrlField(saved, webhookUrl);
		sandbox.setRegistrationRules({ urlField, requiredFields: [urlField] });
		await publish(host);
		expect(sandbox.registrations.map(({ body }) => body)).toEqual([saved.registration.body]);
	});

	test('answers and emits as before', async () => {
		const host = openWorkflow(saved, await connect(saved));
		const token = await sandbox.identity.signJwt({ sub: 'the-service' });
		for (const delivery of saved.deliveries) {
			const data = delivery.data ?? { ...saved.record, ...delivery.changes };
			const body = JSON.stringify({ event: delivery.event, data });
			const { signatureHeader } = delivery;
			const signature = createHmac('sha256', saved.credential.signingSecret ?? '').update(body);
			const { request, response } = createExchange(body, {
				headers: {
					...(delivery.hasToken && { authorization: `Bearer ${token}` }),
					...(signatureHeader && { [signatureHeader]: `sha256=${signature.digest('hex')}` }),
				},
			});
			const result = await trigger.webhook.call(host.webhook(request, response));
			const items = (result.workflowData?.[0] ?? []).map(({ json }) => json);
			// n8n answers what it took.
			const answer = response.answer ?? { status: 200, body: result.webhookResponse };
			if (response.answer === undefined) response.finish(200);
			expect({ name: delivery.name, ...answer }).toMatchObject({
				name: delivery.name,
				status: delivery.answer.httpStatus,
				body: delivery.answer.body,
			});
			expect(items).toMatchObject(delivery.emitted?.items ?? []);
			const names = new Set(items.flatMap((item) => Object.keys(item)));
			expect(delivery.emitted?.without.filter((field) => names.has(field)) ?? []).toEqual([]);
		}
	});
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { openChoices } from '../../sandbox/dialects/dialects.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { IdentityMemory, Sandbox } from '../../sandbox/types.mts';
import { getCurrent, getUserInfo, runForItems } from '../support/in-process/driver.mts';
import { publish } from '../support/in-process/registration-driver.mts';
import { connectCredential } from '../support/in-process/sandbox-credential.mts';
import { readBody } from '../support/in-process/n8n-body.mts';
import { StoredCredential } from '../support/in-process/stored-credential.mts';
import type { Log } from '../support/in-process/use-log.mts';
import { startWebhookServer, type RunningTrigger } from '../support/in-process/webhook-server.mts';
import { serve } from '../support/servers/serve.mts';
import { attempt, forbidSecrets, see, type Evening, type Scene, type Settings } from './scene.mts';
import { connect } from './sign-in.mts';
import { takeCalls } from './take-calls.mts';

const { delete: remove } = new VoiceAgentTrigger().webhookMethods.default;

/** One signing key for all evenings of a test file: to make a key takes longer than an evening. */
export function useOneKey(): () => IdentityMemory {
	let memory: IdentityMemory;
	beforeAll(async () => {
		const sandbox = await startSandbox();
		memory = sandbox.identity.readMemory();
		await sandbox.close();
	});
	return () => memory;
}

/** A first evening with a service that speaks these dialects, from the sign-in to the sign-out. */
export async function spendEvening(
	dialects: readonly string[],
	settings: Settings,
	{ log, key }: { log: Log; key: () => IdentityMemory },
): Promise<Evening> {
	const sandbox = await startSandbox({
		dialects,
		identityMemory: key(),
		retryDelaysMs: [1, 1],
		wait: waitIfShort,
	});
	const server = await startWebhookServer();
	const evening: Evening = { steps: {}, sights: [], items: [], crashes: [] };
	const scene: Scene = {
		...{ sandbox, server, evening, log, onClose: [] },
		settings: fillPorts(settings, sandbox),
	};
	Object.assign(log, { warnings: [], notes: [] });
	try {
		const credential = await attempt(scene, 'sign-in', () =>
			signIn(sandbox, dialects, scene.settings.credential ?? {}),
		);
		if (credential !== undefined) {
			const before = listSecrets(credential);
			await useService(scene, credential);
			forbidSecrets(evening, [...before, ...listSecrets(credential)]);
		}
		evening.crashes.push(...sandbox.trappedCalls.map(() => 'the documentation-only endpoint'));
		return evening;
	} finally {
		for (const close of scene.onClose) await close();
		await server.close();
		await sandbox.close();
	}
}

const signInDialects = (openChoices.Identity ?? []).flatMap((choice) =>
	Object.keys(choice.dialects),
);

/** Signs in as by a browser if a dialect changes the sign-in, or without any dialect; else takes the tokens directly. */
async function signIn(
	sandbox: Sandbox,
	dialects: readonly string[],
	fields: INodeParameters,
): Promise<StoredCredential> {
	const isBrowserNeeded = dialects.some((name) => signInDialects.includes(name));
	if (isBrowserNeeded || dialects.length === 0) return await connect(sandbox, fields);
	const credential = await connectCredential(sandbox, sandbox.clients.confidential);
	Object.assign(credential.data, fields);
	return credential;
}

/** What no message and no line may show. A refresh replaces the tokens. */
function listSecrets({ data }: StoredCredential): string[] {
	const { access_token, refresh_token, id_token } = Object(data.oauthTokenData);
	return [access_token, refresh_token, id_token, data.clientSecret].filter(
		(secret) => typeof secret === 'string' && secret !== '',
	);
}

/** The ports of the sandbox in the place of their names. */
const fillPorts = (settings: Settings, { url, identityServerUrl }: Sandbox): Settings =>
	JSON.parse(
		JSON.stringify(settings)
			.replaceAll('%API_PORT%', new URL(url).port)
			.replaceAll('%IDENTITY_PORT%', new URL(identityServerUrl).port),
	);

const longMs = 20_000;

/** Waits between attempts, and for answers below every limit of a request, are over at once. */
async function waitIfShort(milliseconds: number, signal?: AbortSignal): Promise<void> {
	if (signal !== undefined || milliseconds >= longMs) return;
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function useService(scene: Scene, credential: StoredCredential): Promise<void> {
	const { sandbox, server, settings, evening } = scene;
	const run = async (step: string, parameters: INodeParameters) => {
		const items = await attempt(scene, step, () => runForItems(parameters, credential));
		if (items !== undefined) evening.steps[step] = 'ok';
		return items;
	};
	await run('Get Current', getCurrent);
	await run('Get User Info', getUserInfo);
	await run('Get Server Settings', { resource: 'identity', operation: 'getServerSettings' });
	const trigger = server.addTrigger(settings.trigger ?? {}, {
		credential: addFields(credential, settings.triggerCredential),
	});
	if (settings.isWebhookNode) {
		const { url, close } = await startWebhookNode(trigger.executions, settings.isFileRead);
		scene.onClose.push(close);
		registerByHand(sandbox, url);
		// n8n itself publishes its Webhook node: these steps count as done.
		Object.assign(evening.steps, { publish: 'ok', listen: 'ok', webhooks: 1, heard: true });
		trigger.isListening = false;
	} else {
		await publishAndListen(scene, trigger);
	}
	await takeCalls(scene, trigger, credential);
	await sandbox.switchOnFault('token-expired');
	await run('refresh', getCurrent);
	const unpublished = await attempt(scene, 'unpublish', async () =>
		remove.call(trigger.host.hook('update')),
	);
	evening.steps.unpublish = unpublished === true ? 'ok' : 'failed';
	await run('Sign Out', { resource: 'identity', operation: 'signOut' });
	// A failed publication is seen by its code already.
	const warnings = scene.log.warnings.filter((line) => !line.includes(' could not be set up '));
	for (const line of [...warnings, ...scene.log.notes]) see(scene, 'log', line);
	for (const { delivery } of trigger.discarded) see(scene, 'Discarded', describeReason(delivery));
	for (const { delivery } of trigger.heard.discarded) see(scene, 'panel', describeReason(delivery));
	evening.crashes.push(...trigger.failures.map((failure) => `500: ${String(failure)}`));
}

/** A second credential without tokens, if the user needs one. */
function addFields(credential: StoredCredential, fields?: INodeParameters): StoredCredential {
	if (fields === undefined) return credential;
	const second = new StoredCredential({ ...credential.data }, credential.parents);
	Object.assign(second.data, fields);
	delete second.data.oauthTokenData;
	return second;
}

const describeReason = (delivery: unknown): string => {
	const { reason, message } = Object(delivery);
	return `${reason}: ${message}`;
};

/**
 * n8n's own Webhook node, whose items hold the body, or `{}` if n8n does not parse the Content-Type. Then, or with
 * Raw Body, the bytes are in a file, which Extract from File reads as JSON.
 */
const startWebhookNode = async (executions: IDataObject[], isFileRead = false) =>
	await serve(async (request, response) => {
		const body = await readBody(request);
		if (body === undefined) return void response.writeHead(422).end();
		const { bytes, value = {} } = body;
		const item = { headers: {}, params: {}, query: {}, body: value };
		const file = () => ({ data: JSON.parse(bytes.toString()) });
		executions.push(JSON.parse(JSON.stringify(isFileRead ? file() : item)));
		response.end('{"message":"Workflow was started"}');
	});

/** Registers a URL as if a user had entered it in the web app. */
function registerByHand(sandbox: Sandbox, url: string): void {
	const created_at = new Date().toISOString();
	sandbox.registrations.push({ id: 'by-hand', userId: sandbox.user.id, url, body: {}, created_at });
}

const publishAttempts = 5;

/** Publishes as n8n does, and then listens for a test event. */
async function publishAndListen(scene: Scene, trigger: RunningTrigger): Promise<void> {
	const tryToPublish = async (activation: 'activate' | 'manual') => {
		for (let tried = 1; ; tried += 1) {
			try {
				await publish(trigger.host, activation);
				return true;
			} catch (error) {
				if (tried >= publishAttempts || activation === 'manual') throw error;
			}
		}
	};
	const { steps } = scene.evening;
	if (await attempt(scene, 'publish', () => tryToPublish('activate'))) steps.publish = 'ok';
	else trigger.isPublished = false;
	if (await attempt(scene, 'listen', () => tryToPublish('manual'))) steps.listen = 'ok';
	else trigger.isListening = false;
	const { registrations } = scene.sandbox;
	const { registration } = Object(scene.settings.trigger?.options);
	if (registration === 'manual') {
		registerByHand(scene.sandbox, trigger.url);
		registerByHand(scene.sandbox, trigger.testUrl);
	}
	if (registration === 'whenPublished') await sendTestEvent(scene, trigger);
	const made = registrations.filter(({ url }) => url === trigger.url).length;
	steps.webhooks = made;
	if (made > 1) scene.evening.crashes.push(`publish: ${made} webhooks for one URL`);
}

/** What the trigger then hears in the place of a call. */
async function sendTestEvent(scene: Scene, trigger: RunningTrigger): Promise<void> {
	const { evening, sandbox } = scene;
	const options = { usePrivateWebhookUrl: true };
	const send = { resource: 'webhook', operation: 'sendTestEvent', options };
	const credential = await connectCredential(sandbox);
	await attempt(scene, 'Send Test Event', async () =>
		runForItems({ ...send, webhookUrl: trigger.testUrl }, credential),
	);
	evening.steps.heard = trigger.heard.executions.length > 0;
	trigger.isListening = false;
}

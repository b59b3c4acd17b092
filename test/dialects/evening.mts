import { json } from 'node:stream/consumers';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { openChoices } from '../../sandbox/dialects/dialects.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { DialogueName } from '../../sandbox/dialogues/dialogues.mts';
import type { IdentityMemory, Sandbox } from '../../sandbox/types.mts';
import { getCurrent, getUserInfo, runForItems } from '../support/in-process/driver.mts';
import { connectCredential } from '../support/in-process/sandbox-credential.mts';
import type { StoredCredential } from '../support/in-process/stored-credential.mts';
import type { Log } from '../support/in-process/use-log.mts';
import {
	startWebhookServer,
	type RunningTrigger,
	type WebhookServer,
} from '../support/in-process/webhook-server.mts';
import { serve } from '../support/servers/serve.mts';
import { connect } from './sign-in.mts';

const { checkExists, create, delete: remove } = new VoiceAgentTrigger().webhookMethods.default;

/** What a user has set otherwise than a newcomer leaves it. */
export interface Settings {
	credential?: INodeParameters;
	trigger?: INodeParameters;
	download?: INodeParameters;
	/** Behind the trigger, or behind n8n's own Webhook node if `isWebhookNode`. */
	parse?: INodeParameters;
	isWebhookNode?: boolean;
}

/** What somebody sees, and where. */
export interface Sight {
	where: string;
	text: string;
}

/** What came of each step, and what was seen on the way. */
export interface Evening {
	steps: Record<string, unknown>;
	sights: Sight[];
	/** The items of the executions that the calls started. */
	items: IDataObject[];
	/** Errors without a code, and answers with 500. */
	crashes: string[];
}

/** One call of each kind: inbound, outbound by a campaign, missed. */
export const calls: readonly DialogueName[] = ['booking', 'campaign-call', 'missed-call'];

interface Scene {
	sandbox: Sandbox;
	server: WebhookServer;
	settings: Settings;
	evening: Evening;
	log: Log;
	onClose: (() => Promise<void>)[];
}

/** A first evening with a service that speaks these dialects, from the sign-in to the sign-out. */
export async function spendEvening(
	dialects: readonly string[],
	settings: Settings,
	{ log, memory }: { log: Log; memory: IdentityMemory | undefined },
): Promise<Evening> {
	const sandbox = await startSandbox({
		dialects,
		identityMemory: memory,
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
		if (credential !== undefined) await useService(scene, credential);
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

/** By a browser if a dialect changes the sign-in, or if there is none; else by what it would give. */
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
	const trigger = server.addTrigger(settings.trigger ?? {}, { credential });
	if (settings.isWebhookNode) {
		const { url, close } = await startWebhookNode(trigger.executions);
		scene.onClose.push(close);
		registerByHand(sandbox, url);
		// How n8n publishes its own node is its own business.
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
	for (const line of [...scene.log.warnings, ...scene.log.notes]) see(scene, 'log', line);
	for (const { delivery } of trigger.discarded) see(scene, 'Discarded', describeReason(delivery));
	for (const { delivery } of trigger.heard.discarded) see(scene, 'panel', describeReason(delivery));
	evening.crashes.push(...trigger.failures.map((failure) => `500: ${String(failure)}`));
}

const describeReason = (delivery: unknown): string => {
	const { reason, message } = Object(delivery);
	return `${reason}: ${message}`;
};

function see({ evening }: Scene, where: string, text: string): void {
	evening.sights.push({ where, text });
}

/** Runs a step. An error is seen where it arises; one without a code is none of ours. */
async function attempt<Outcome>(
	scene: Scene,
	step: string,
	act: () => Promise<Outcome>,
): Promise<Outcome | undefined> {
	try {
		return await act();
	} catch (error) {
		const { context, message, description } = Object(error);
		const code: unknown = context?.code;
		scene.evening.steps[step] = code ?? 'no code';
		if (code === undefined) scene.evening.crashes.push(`${step}: ${String(error)}`);
		see(scene, step, [`${code}:`, message, description].filter(Boolean).join(' '));
		return undefined;
	}
}

/** n8n's own Webhook node, whose items hold the body. */
const startWebhookNode = async (executions: IDataObject[]) =>
	await serve(async (request, response) => {
		const body = await json(request);
		executions.push({ headers: {}, params: {}, query: {}, body: Object(body) });
		response.end('{"message":"Workflow was started"}');
	});

/** What the web app does with a URL that is entered there. */
function registerByHand(sandbox: Sandbox, url: string): void {
	const created_at = new Date().toISOString();
	sandbox.registrations.push({ id: 'by-hand', userId: sandbox.user.id, url, body: {}, created_at });
}

const publishAttempts = 5;

/** Publishes as n8n does, and then listens for a test event. */
async function publishAndListen(scene: Scene, trigger: RunningTrigger): Promise<void> {
	const publish = async (activation: 'activate' | 'manual') => {
		for (let tried = 1; ; tried += 1) {
			try {
				const hook = trigger.host.hook(activation);
				if (!(await checkExists.call(hook))) await create.call(hook);
				return true;
			} catch (error) {
				if (tried >= publishAttempts || activation === 'manual') throw error;
			}
		}
	};
	const { steps } = scene.evening;
	if (await attempt(scene, 'publish', () => publish('activate'))) steps.publish = 'ok';
	else trigger.isPublished = false;
	if (await attempt(scene, 'listen', () => publish('manual'))) steps.listen = 'ok';
	else trigger.isListening = false;
	const { registrations } = scene.sandbox;
	if (Object(scene.settings.trigger?.options).registration === 'manual') {
		registerByHand(scene.sandbox, trigger.url);
		registerByHand(scene.sandbox, trigger.testUrl);
	}
	steps.webhooks = registrations.filter(({ url }) => url === trigger.url).length;
}

async function takeCalls(
	scene: Scene,
	trigger: RunningTrigger,
	credential: StoredCredential,
): Promise<void> {
	const { sandbox, settings, evening } = scene;
	for (const [index, dialogue] of calls.entries()) {
		const { executions } = trigger;
		executions.length = 0;
		const endedAt = `2026-11-20T1${index}:00:00Z`;
		await sandbox.finishConversation({ dialogue, seed: index + 1, endedAt });
		// The test URL gets the first call, too, and then nobody listens any more.
		if (trigger.isListening) evening.steps.heard = trigger.heard.executions.length > 0;
		trigger.isListening = false;
		const read = await Promise.all(executions.map((item) => readCall(scene, item, credential)));
		evening.steps[dialogue] = read.map(describeCall);
		evening.items.push(...read);
		for (const item of read) seeItem(scene, item);
		const last = read.at(-1);
		if (dialogue !== 'booking' || last === undefined) continue;
		await downloadRecording(scene, last, credential, settings.download ?? {});
	}
}

/** The item that the workflow works with: the trigger's own, or what Parse makes of it. */
async function readCall(
	scene: Scene,
	item: IDataObject,
	credential: StoredCredential,
): Promise<IDataObject> {
	const { parse } = scene.settings;
	if (parse === undefined) return item;
	const parameters = { resource: 'conversation', operation: 'parse', ...parse };
	const items = await attempt(scene, 'Parse', () =>
		runForItems(parameters, credential, [{ json: item }]),
	);
	return items?.[0]?.json ?? {};
}

/** What makes a call the right one, whichever shape it comes in and whichever words it has for roles. */
function describeCall(item: IDataObject): IDataObject {
	const { id, agent_title, direction, customer_number, answered, outcome } = item;
	const { history, duration_seconds } = item;
	const started = Date.parse(String(item.started_at));
	return {
		...{ id, agent_title, direction, customer_number, answered, outcome, duration_seconds },
		started_at: Number.isNaN(started) ? null : new Date(started).toISOString(),
		transcript: String(item.transcript ?? '').replaceAll(/^[^:\n]{1,40}: /gm, ''),
		history: Array.isArray(history) ? history.length : null,
	};
}

/** What an item says of its sender, and of what could not be read. */
function seeItem(scene: Scene, { delivery, parse_issues }: IDataObject): void {
	const { valid, reason } = Object(delivery);
	if (typeof reason === 'string') see(scene, 'delivery.reason', `${reason}: valid ${valid}`);
	const [issue] = Array.isArray(parse_issues) ? parse_issues : [];
	if (issue !== undefined) {
		const { path, expected, received } = Object(issue);
		see(scene, 'parse_issues', `${path} is ${received} and not ${expected}`);
	}
}

async function downloadRecording(
	scene: Scene,
	item: IDataObject,
	credential: StoredCredential,
	download: INodeParameters,
): Promise<void> {
	const parameters = { resource: 'recording', operation: 'download', ...download };
	const items = await attempt(scene, 'Download', () =>
		runForItems(parameters, credential, [{ json: item }]),
	);
	if (items === undefined) return;
	const tracks: unknown = Object(items[0]?.json.recordings).tracks;
	scene.evening.steps.Download = (Array.isArray(tracks) ? tracks : []).map(
		({ track, status, bytes, mime_type }) => `${track} ${status} ${mime_type} ${bytes}`,
	);
}

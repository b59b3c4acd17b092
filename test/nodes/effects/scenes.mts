import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { DAY_MS } from '../../../core/time.ts';
import { waitUntil } from '../../../host/wait-until.mts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import type { RecordedRequest, Sandbox } from '../../../sandbox/types.mts';
import { holdLimits } from '../../support/clock.mts';
import { deliver, writeEvent } from '../../support/in-process/deliver.mts';
import { runNode } from '../../support/in-process/driver.mts';
import { createHost, type Host, type HostOptions } from '../../support/in-process/host.mts';
import { publish, reload } from '../../support/in-process/registration-driver.mts';
import {
	connectCredential,
	pasteCredential,
} from '../../support/in-process/sandbox-credential.mts';
import type { Log } from '../../support/in-process/use-log.mts';
import { serve, type TestServer } from '../../support/servers/serve.mts';
import { CALL, CALLS } from './calls.mts';

/** Where a parameter shows what it does. */
export interface Scene {
	/** Other parameters. `<service>`, `<identity>`, `<storage>` and `<storage host>` are addresses of the run. */
	beside?: INodeParameters;
	/** The input items of the action node. Default: the calls of a day. */
	items?: IDataObject[];
	/** Fields of the credential that differ. The trigger has no credential without them. */
	credential?: IDataObject;
	/** Publishes, listens and unpublishes instead of delivering calls. */
	isOfHooks?: true;
	signedInDaysAgo?: number;
	/** The settings that the identity server publishes. */
	discovery?: IDataObject;
	/** Time limits of so many milliseconds end when the storage is asked for `slow.wav`. */
	endsLimitOfMs?: number;
	/** The token is refreshed in the background, unless the parameter has this value. */
	refreshesUnless?: boolean;
}

/** A scene in which each value of a parameter has another effect. */
export interface Effect extends Scene {
	/** Default: each choice, or true and false. */
	values?: Array<string | number>;
	/** What only a run with this value shows: by value, unless one value alone differs from the default. */
	gives?: string | Record<string, string>;
	/** Where the editor shows it all the same, by node and choice of Output or Format. */
	idleFor?: string[];
}

export interface Stage {
	sandbox: Sandbox;
	storage: Storage;
	log: Log;
}

interface Run {
	items: unknown[];
	responses: unknown[];
	/** Whether the run gave nothing but errors. */
	isError: boolean;
}

/** What a user can notice of a run, as text. What is new in each run, such as an id, is cut out. */
export async function observe(
	type: 'voiceAgent' | 'voiceAgentTool' | 'voiceAgentTrigger',
	parameters: INodeParameters,
	scene: Scene,
	{ sandbox, storage, log }: Stage,
): Promise<{ seen: string; isError: boolean }> {
	await sandbox.reset();
	storage.requests.length = 0;
	jest.setSystemTime(NOW);
	Object.assign(log, { warnings: [], notes: [] });
	if (scene.endsLimitOfMs !== undefined) storage.holdLimits(scene.endsLimitOfMs);
	const addresses = {
		'<service>': sandbox.url,
		'<identity>': sandbox.identityServerUrl,
		'<storage>': storage.url,
		'<storage host>': new URL(storage.url).host,
	};
	const fill = <Value,>(value: Value): Value =>
		JSON.parse(
			Object.entries(addresses).reduce(
				(text, [name, address]) => text.replaceAll(name, address),
				JSON.stringify(value),
			),
		);
	const filled = fill({ ...scene, parameters, items: scene.items ?? CALLS });
	if (filled.discovery !== undefined) {
		const body = JSON.stringify(filled.discovery);
		await sandbox.switchOnFault('status', { target: 'discovery', status: 200, body });
	}
	const run =
		type === 'voiceAgentTrigger' ? runTrigger(filled, sandbox) : runAction(type, filled, sandbox);
	const { items, responses, isError } = await run;
	const requests = [...sandbox.requests, ...storage.requests]
		// A process remembers keys.
		.filter(({ path }) => !path.endsWith('/certs'))
		.map(({ method, path, body, headers }) => {
			const signatures = Object.keys(headers).filter((name) => name.includes('signature'));
			return { method, path, body, signatures };
		});
	const seen = { items, responses, requests, log: [...log.warnings, ...log.notes] };
	const text = JSON.stringify(seen).replace(PAGE, (_, page) =>
		Buffer.from(page, 'base64').toString(),
	);
	return { isError, seen: text.replace(NEW_IN_EACH_RUN, '…') };
}

/** A report as n8n stores files. */
const PAGE = /(?<="data":")(PCFkb2N0eXBl[\w+/=]*)/g;

const NEW_IN_EACH_RUN =
	/(?<="(?:jti|sid|at_hash)":")[^"]+|eyJ[\w-]+\.[\w-]+\.[\w-]*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|refresh_token=[\w.-]+|workflow-\d+|127\.0\.0\.1:3\d{4}(?=\/webhook)/g;

export const NOW = Date.parse('2026-11-21T12:00:00Z');

/** Of deliveries that carry a signature. */
export const SECRET = 'shared';

type Filled = Scene & { parameters: INodeParameters; items: IDataObject[] };

async function runAction(
	type: 'voiceAgent' | 'voiceAgentTool',
	{ parameters, items, credential = {} }: Filled,
	sandbox: Sandbox,
): Promise<Run> {
	const stored =
		parameters.authentication === 'accessToken'
			? await pasteCredential(sandbox)
			: await connectCredential(sandbox);
	Object.assign(stored.data, credential);
	const input = items.map((json): INodeExecutionData => ({ json }));
	const options = { type, credential: stored, continueOnFail: true };
	const made = await runNode(input, parameters, options);
	const isError = made.items.every(({ json }) => Object.keys(json).join() === 'error');
	return { items: made.items, responses: [], isError };
}

/** A process remembers deliveries and registrations by their URL. */
let n8nPort = 30_000;

async function runTrigger(filled: Filled, sandbox: Sandbox): Promise<Run> {
	const { parameters, credential, isOfHooks, refreshesUnless, signedInDaysAgo = 0 } = filled;
	const stored = credential && (await connectCredential(sandbox));
	jest.setSystemTime(NOW + signedInDaysAgo * DAY_MS);
	Object.assign(Object(stored?.data), credential);
	const webhookBaseUrl = `http://127.0.0.1:${n8nPort++}`;
	const type = 'voiceAgentTrigger';
	const options = { type, parameters, credential: stored, webhookBaseUrl } as const;
	if (isOfHooks) return await publishAndUnpublish(options, filled.beside ?? {}, sandbox);
	const before = stored?.data.oauthTokenData;
	const trigger = createHost(options);
	const run: Run = { items: [], responses: [], isError: true };
	const events = [
		...CALLS.map((data) => writeEvent(data)),
		...[CALL, { ...CALL, status: 'Archived' }].map((data) => writeEvent(data)),
		writeEvent({ id: 'session-1' }, 'SessionStarted'),
	];
	const token = await sandbox.identity.signJwt({ sub: 'service' });
	for (const [index, event] of events.entries()) {
		const signature = createHmac('sha256', SECRET).update(event).digest('hex');
		const headers = {
			...(index < 2 && { 'x-other': signature }),
			...(index > 4 && { authorization: `Bearer ${token}` }),
		};
		const { items, discarded, status, answer } = await deliver(trigger, event, { headers });
		run.items.push([items, discarded]);
		run.responses.push([status, answer?.body]);
		run.isError &&= status === 503;
	}
	const { keepConnected } = Object(parameters.options);
	if (refreshesUnless !== undefined && keepConnected !== refreshesUnless) {
		const look = () => stored?.data.oauthTokenData !== before || undefined;
		await waitUntil(look, { what: 'a refreshed token', intervalMs: 5 });
	}
	return run;
}

/** Publishes twice and otherwise in between, listens for a test event, and unpublishes. */
async function publishAndUnpublish(
	options: HostOptions,
	beside: INodeParameters,
	sandbox: Sandbox,
): Promise<Run> {
	const host = reachServiceBy(options.credential?.data.apiBaseUrl, createHost(options), sandbox);
	const otherwise = () =>
		reload(host, { parameters: beside, staticData: host.workflow.staticData });
	const steps = [
		() => publish(host),
		() => publish(otherwise()),
		() => publish(host),
		() => publish(host, 'manual'),
		() => new VoiceAgentTrigger().webhookMethods.default.delete.call(host.hook()),
	];
	const requests: number[] = [];
	const failures: unknown[] = [];
	for (const step of steps) {
		await step().catch((error: unknown) => failures.push(Object(error).context?.code));
		requests.push(sandbox.requests.length);
	}
	return { items: failures, responses: requests, isError: failures.length === steps.length };
}

/** Requests to a public address arrive at the sandbox, too. */
function reachServiceBy(address: unknown, host: Host, sandbox: Sandbox): Host {
	const hook: Host['hook'] = (activation) => {
		const context = host.hook(activation);
		const { httpRequest } = context.helpers;
		context.helpers.httpRequest = async ({ url, ...request }) =>
			await httpRequest({ ...request, url: url.replace(String(address), sandbox.url) });
		return context;
	};
	return { ...host, hook };
}

export type Storage = TestServer & {
	requests: Array<Pick<RecordedRequest, 'method' | 'path' | 'body' | 'headers'>>;
	holdLimits: (milliseconds: number) => void;
};

/** A storage of recordings. */
export async function startStorage(): Promise<Storage> {
	let limits: ReturnType<typeof holdLimits> | undefined;
	const requests: Storage['requests'] = [];
	const server = await serve(async (request, response) => {
		const { method = '', url = '', headers } = request;
		requests.push({
			method,
			path: url,
			body: await text(request),
			headers: { ...Object(headers) },
		});
		if (url === '/slow.wav') limits?.pass();
		if (url === '/rejected.wav') response.writeHead(403);
		response.end(`RIFF${url}${' '.repeat(url === '/large.wav' ? 1_000_001 : 0)}`);
	});
	return {
		...server,
		requests,
		holdLimits: (milliseconds) => (limits ??= holdLimits(milliseconds)),
	};
}

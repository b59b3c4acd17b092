import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { errorCatalog } from '../../nodes/shared/error-catalog.ts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';
import { createHost } from '../support/in-process/host.mts';
import type { Host, HostOptions } from '../support/in-process/host.mts';
import { connectCredential } from '../support/in-process/sandbox-credential.mts';
import type { StoredCredential } from '../support/in-process/stored-credential.mts';
import { recordLog } from './record-log.mts';
import { watchSecrets } from './watch-secrets.mts';

/** What one scenario of the matrix plays on: its own sandbox, since keys are cached by address. */
export interface Stage {
	sandbox: Sandbox;
	credential: StoredCredential;
	/** What the nodes hand out. */
	watch: ReturnType<typeof watchSecrets>;
	/** What n8n has stored for the workflow. */
	staticData: IDataObject;
	/** What every time limit of the nodes' requests is cut to; `undefined` leaves them alone. */
	timeLimitMs: number | undefined;
	/** A workflow with one node in n8n-core's contexts. */
	createHost(options: HostOptions): Host;
	/** Signs in again with the same credential. */
	reconnect(): Promise<void>;
	/** Run before the sandbox ends. */
	onClose: (() => Promise<void>)[];
	/** What n8n has logged, stored for the workflow and been handed, of what it must not. */
	findLeaks(): string[];
	close(): Promise<void>;
}

type Context = ReturnType<Host['hook'] | Host['execute'] | Host['webhook']>;

export async function openStage(): Promise<Stage> {
	const sandbox = await startSandbox({
		retryDelaysMs: [1, 1, 1],
		maxRetryAfterMs: 1,
	});
	const log = recordLog();
	const connect = () => connectCredential(sandbox, sandbox.clients.confidential);
	const credential = await connect();

	function cutTimeLimits<T extends Context>(context: T): T {
		const { httpRequest, httpRequestWithAuthentication } = context.helpers;
		context.helpers.httpRequest = async (options) =>
			await httpRequest({ ...options, timeout: stage.timeLimitMs ?? options.timeout });
		context.helpers.httpRequestWithAuthentication = async function (type, options, ...others) {
			const cut = { ...options, timeout: stage.timeLimitMs ?? options.timeout };
			return await httpRequestWithAuthentication.call(this, type, cut, ...others);
		};
		return context;
	}

	const stage: Stage = {
		sandbox,
		credential,
		watch: watchSecrets(credential),
		staticData: {},
		timeLimitMs: undefined,
		createHost: (options) => {
			const host = createHost({ credential, ...options });
			return {
				...host,
				hook: (activation) => cutTimeLimits(host.hook(activation)),
				webhook: (request, response) => cutTimeLimits(host.webhook(request, response)),
				execute: (items) => cutTimeLimits(host.execute(items)),
			};
		},
		reconnect: async () => {
			credential.data = (await connect()).data;
		},
		onClose: [],
		findLeaks: () => {
			stage.watch.record('log', log);
			stage.watch.record('static data', stage.staticData);
			return stage.watch.findLeaks();
		},
		close: async () => {
			for (const end of stage.onClose) await end();
			await sandbox.close();
		},
	};
	return stage;
}

/** Runs an operation of the action node over one item. */
export async function execute(
	stage: Stage,
	parameters: INodeParameters,
	item: INodeExecutionData = { json: {} },
): Promise<INodeExecutionData[]> {
	const host = stage.createHost({ type: 'voiceAgent', parameters });
	const [items = []] = await new VoiceAgent().execute.call(host.execute([item]));
	stage.watch.record('output', items);
	return items;
}

/** The code of a failure, with the HTTP status if it tells one. Its texts must be the catalog's. */
export function describeFailure(stage: Stage, error: unknown): string {
	stage.watch.record('error', error);
	const { context, message, description, httpCode } = Object(error);
	const code: unknown = context?.code;
	const entry = Object.entries(errorCatalog).find(([name]) => name === code)?.[1];
	if (entry === undefined) throw error;
	expect(message).toEqual(expect.stringContaining(entry.message.slice(0, -1)));
	expect(`${message} ${description}`).toContain(entry.advice);
	return typeof httpCode === 'string' ? `${code} ${httpCode}` : String(code);
}

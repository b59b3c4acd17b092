import { inspect } from 'node:util';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { errorCatalog } from '../../nodes/shared/error-catalog.ts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import { createHost, type Host, type HostOptions } from '../support/in-process/host.mts';
import { replaceService, requireOfN8n } from '../support/in-process/n8n-core-services.mts';
import { connectCredential } from '../support/in-process/sandbox-credential.mts';
import { watchSecrets } from './watch-secrets.mts';

/** What one scenario of the matrix plays on: its own sandbox, since keys are cached by address. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

type Context = ReturnType<Host['hook'] | Host['execute'] | Host['webhook']>;

export async function openStage() {
	const sandbox = await startSandbox({
		retryDelaysMs: [1, 1, 1],
		maxRetryAfterMs: 1,
	});
	const log = recordLog();
	const connect = () => connectCredential(sandbox, sandbox.clients.confidential);
	const credential = await connect();

	const state: { staticData: IDataObject; timeLimitMs: number | undefined } = {
		/** What n8n has stored for the workflow. */
		staticData: {},
		/** What every time limit of the nodes' requests is cut to; `undefined` leaves them alone. */
		timeLimitMs: undefined,
	};
	const watch = watchSecrets(credential);
	/** Run before the sandbox ends. */
	const onClose: (() => Promise<void>)[] = [];

	function cutTimeLimits<T extends Context>(context: T): T {
		const { httpRequest, httpRequestWithAuthentication } = context.helpers;
		context.helpers.httpRequest = async (options) =>
			await httpRequest({ ...options, timeout: state.timeLimitMs ?? options.timeout });
		context.helpers.httpRequestWithAuthentication = async function (type, options, ...others) {
			const cut = { ...options, timeout: state.timeLimitMs ?? options.timeout };
			return await httpRequestWithAuthentication.call(this, type, cut, ...others);
		};
		return context;
	}

	return Object.assign(state, {
		sandbox,
		credential,
		/** What the nodes hand out. */
		watch,
		onClose,
		/** A workflow with one node in n8n-core's contexts. */
		createHost: (options: HostOptions): Host => {
			const host = createHost({ credential, ...options });
			return {
				...host,
				hook: (activation) => cutTimeLimits(host.hook(activation)),
				webhook: (request, response) => cutTimeLimits(host.webhook(request, response)),
				execute: (items) => cutTimeLimits(host.execute(items)),
			};
		},
		/** Signs in again with the same credential. */
		reconnect: async () => {
			credential.data = (await connect()).data;
		},
		/** The secrets in what n8n has logged, stored for the workflow and been handed. */
		findLeaks: (): string[] => {
			watch.record('log', log);
			watch.record('static data', state.staticData);
			return watch.findLeaks();
		},
		close: async () => {
			for (const end of onClose) await end();
			await sandbox.close();
		},
	});
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

/** What a run answers, by default `ok`, or the code of its failure, with the HTTP status if there is one. */
export async function settle(stage: Stage, run: Promise<unknown>): Promise<string> {
	try {
		const answer = await run;
		return typeof answer === 'string' ? answer : 'ok';
	} catch (error) {
		stage.watch.record('error', error);
		const { context, message, description, httpCode } = Object(error);
		const entry = Object.entries(errorCatalog).find(([code]) => code === context?.code)?.[1];
		if (entry === undefined) throw error;
		const [happened, advice] = entry;
		expect(message).toContain(happened.slice(0, -1));
		expect(`${message} ${description}`).toContain(advice);
		return [context.code, httpCode].filter((part) => typeof part === 'string').join(' ');
	}
}

/** Puts n8n's logger aside: what nodes and n8n-core log from now on is in this list, with its metadata. */
function recordLog(): string[] {
	const lines: string[] = [];
	const write = (...parts: unknown[]) =>
		void lines.push(inspect(parts, { depth: 20, maxStringLength: null }));
	const levels = ['error', 'warn', 'info', 'debug', 'verbose', 'log'];
	const logger = Object.fromEntries(levels.map((level) => [level, write]));
	const { Logger } = requireOfN8n('@n8n/backend-common');
	replaceService(Logger, { ...logger, scoped: () => logger });
	return lines;
}

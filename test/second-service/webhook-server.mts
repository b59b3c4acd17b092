import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createGunzip, createInflate } from 'node:zlib';
import type { IncomingMessage } from 'node:http';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { RecordedResponse } from '../support/in-process/exchange.mts';
import { createHost } from '../support/in-process/host.mts';
import type { Host, HostOptions } from '../support/in-process/host.mts';

const { webhook } = new VoiceAgentTrigger();

/** A trigger in n8n-core's own context, and the executions that its deliveries started. */
export interface RunningTrigger {
	host: Host;
	url: string;
	testUrl: string;
	executions: IDataObject[];
}

export interface WebhookServer {
	/** @param webhookId the same one again stands for the same node, published anew */
	addTrigger(
		parameters: INodeParameters,
		options?: Partial<HostOptions> & { webhookId?: string },
	): RunningTrigger;
	close(): Promise<void>;
}

/** The part of n8n that takes calls over HTTP: it decodes bodies and hands them to the trigger. */
export async function startWebhookServer(): Promise<WebhookServer> {
	const triggers = new Map<string, RunningTrigger>();
	const server = createServer(async (request, response) => {
		const [, base = '', webhookId = ''] = request.url?.split('/') ?? [];
		const trigger = triggers.get(webhookId);
		const body = await readBody(request);
		if (trigger === undefined) return void response.writeHead(404).end();
		const recorded = new RecordedResponse();
		const call = toNodeRequest(request, body);
		const isTest = base === 'webhook-test';
		const result = await webhook.call(trigger.host.webhook(call, recorded, isTest));
		const [item] = result.workflowData?.[0] ?? [];
		if (item !== undefined) trigger.executions.push(item.json);
		if (recorded.answer === undefined) recorded.finish(200);
		response.writeHead(recorded.statusCode, { 'Content-Type': 'application/json' });
		response.end(JSON.stringify(recorded.answer?.body ?? result.webhookResponse));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (typeof address !== 'object' || address === null) throw new Error('No port');
	const webhookBaseUrl = `http://127.0.0.1:${address.port}`;
	return {
		addTrigger(parameters, options = {}) {
			const webhookId = options.webhookId ?? `trigger-${triggers.size}`;
			const host = createHost({
				type: 'voiceAgentTrigger',
				webhookBaseUrl,
				...options,
				webhookId,
				parameters,
			});
			const url = host.hook().getNodeWebhookUrl('default') ?? '';
			const testUrl = host.hook('manual').getNodeWebhookUrl('default') ?? '';
			const trigger = { host, url, testUrl, executions: [] };
			triggers.set(webhookId, trigger);
			return trigger;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
	const encoding = request.headers['content-encoding'];
	if (encoding === 'gzip') return await buffer(request.pipe(createGunzip()));
	if (encoding === 'deflate') return await buffer(request.pipe(createInflate()));
	return await buffer(request);
}

/** n8n has read the body before the trigger is asked only where it knows the content type. */
function toNodeRequest({ method, headers, rawHeaders }: IncomingMessage, body: Buffer): object {
	const isRead = /^(application\/json|text\/plain|application\/x-www-form)/.test(
		headers['content-type'] ?? '',
	);
	const request: Record<string, unknown> = { method, headers, rawHeaders, params: {}, query: {} };
	if (isRead) request.rawBody = body;
	request.readRawBody = async () => {
		request.rawBody = body;
	};
	return request;
}

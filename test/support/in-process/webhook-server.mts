import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { serve } from '../servers/serve.mts';
import { deliver } from './deliver.mts';
import { createHost, type HostOptions } from './host.mts';
import { readBody, type ReadBody } from './n8n-body.mts';

/** A trigger in n8n-core's own context, and what its deliveries started. */
function createTrigger(options: Omit<HostOptions, 'type'>) {
	const host = createHost({ ...options, type: 'voiceAgentTrigger' });
	const begin = () => ({
		/** The first item of each execution. */
		executions: new Array<IDataObject>(),
		/** What the second output emitted. */
		discarded: new Array<IDataObject>(),
	});
	return {
		host,
		url: host.hook().getNodeWebhookUrl('default') ?? '',
		testUrl: host.hook('manual').getNodeWebhookUrl('default') ?? '',
		...begin(),
		/** What was shown while somebody listened for a test event. */
		heard: begin(),
		/** Whether its workflow is published; n8n answers 404 otherwise. */
		isPublished: true,
		/** Whether somebody listens at the test URL, likewise. */
		isListening: true,
		/** Errors that left the node, which n8n answers with 500. */
		failures: new Array<unknown>(),
	};
}

export type RunningTrigger = ReturnType<typeof createTrigger>;

export type WebhookServer = Awaited<ReturnType<typeof startWebhookServer>>;

/** The part of n8n that takes calls over HTTP: it decodes bodies and hands them to the trigger. */
export async function startWebhookServer() {
	const triggers = new Map<string, RunningTrigger>();
	const { url: webhookBaseUrl, close } = await serve(async (request, response) => {
		const [, base = '', webhookId = ''] = request.url?.split('/') ?? [];
		const trigger = triggers.get(webhookId);
		const body = await readBody(request);
		const isTest = base === 'webhook-test';
		const isOpen = isTest ? trigger?.isListening : trigger?.isPublished;
		if (request.method === 'OPTIONS') return void response.writeHead(204).end();
		if (trigger === undefined || !isOpen || request.method !== 'POST') {
			return void response.writeHead(404).end();
		}
		if (body === undefined) return void response.writeHead(422).end();
		try {
			await receive(trigger, isTest, request, body, response);
		} catch (error) {
			trigger.failures.push(error);
			response.writeHead(500).end();
		}
	});
	return {
		/** The same `webhookId` again stands for the same node, published anew. */
		addTrigger(
			parameters: INodeParameters,
			{ webhookId = randomUUID(), ...options }: Partial<HostOptions> = {},
		): RunningTrigger {
			const trigger = createTrigger({ webhookBaseUrl, ...options, webhookId, parameters });
			triggers.set(webhookId, trigger);
			return trigger;
		},
		close,
	};
}

/** Hands a request to the trigger, and answers as n8n does around it. */
async function receive(
	trigger: RunningTrigger,
	isTest: boolean,
	{ headers, rawHeaders }: IncomingMessage,
	{ bytes, value }: ReadBody,
	response: ServerResponse,
): Promise<void> {
	const type = headers['content-type'] ?? '';
	const delivered = await deliver(trigger.host, bytes, {
		headers: { ...Object(headers), 'content-type': type },
		rawHeaders,
		// Of what n8n does not know, a node reads the bytes itself.
		readLater: value === undefined,
		isTest,
	});
	const started = isTest ? trigger.heard : trigger;
	started.executions.push(...delivered.items.slice(0, 1));
	started.discarded.push(...delivered.discarded);
	const { answer, result } = delivered;
	response.writeHead(answer?.status ?? 200, {
		...answer?.headers,
		'content-type': 'application/json',
	});
	response.end(JSON.stringify(answer?.body ?? result.webhookResponse));
}

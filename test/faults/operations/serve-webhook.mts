import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { createExchange } from '../../nodes/host/exchange.mts';
import { serve } from '../../nodes/host/serve.mts';
import { advanceClock } from '../run-scenario.mts';
import type { Stage } from '../stage.mts';

/** A trigger behind a URL, answering as n8n does around it. */
export interface ServedTrigger {
	url: string;
	/** First item of each execution that was started. */
	executions: INodeExecutionData[];
	close(): Promise<void>;
}

const trigger = new VoiceAgentTrigger();

export async function serveWebhook(
	stage: Stage,
	parameters: INodeParameters,
): Promise<ServedTrigger> {
	const executions: INodeExecutionData[] = [];
	const host = stage.createHost({
		type: 'voiceAgentTrigger',
		parameters,
		webhookBaseUrl: stage.sandbox.url,
	});

	async function receive(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const { headers, rawHeaders } = incoming;
		const { request, response } = createExchange(await buffer(incoming), {
			headers: Object.fromEntries(
				Object.entries(headers).map(([name, value]) => [name, String(value)]),
			),
			rawHeaders,
		});
		const result = await trigger.webhook.call(host.webhook(request, response));
		const { answer } = response;
		if (answer !== undefined) {
			outgoing.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body));
			// The sender waits as long as it is asked to.
			advanceClock(Number(answer.headers['retry-after'] ?? 0) * 1000);
			return;
		}
		executions.push(...(result.workflowData?.[0]?.slice(0, 1) ?? []));
		outgoing.writeHead(200).end(JSON.stringify(result.webhookResponse));
		response.finish(200);
	}

	const { url, close } = await serve((incoming, outgoing) => void receive(incoming, outgoing));
	return { url: `${url}/webhook`, executions, close };
}

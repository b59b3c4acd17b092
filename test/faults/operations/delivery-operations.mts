import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import type { LoggedDelivery } from '../../../sandbox/types.mts';
import { createExchange } from '../../support/in-process/exchange.mts';
import { serve } from '../../support/servers/serve.mts';
import { advanceClock } from '../run-scenario.mts';
import type { Operation } from '../run-scenario.mts';
import type { Stage } from '../stage.mts';

/** A trigger behind a URL, answering as n8n does around it. */
interface ServedTrigger {
	url: string;
	/** First item of each execution that was started. */
	executions: INodeExecutionData[];
	close(): Promise<void>;
}

const trigger = new VoiceAgentTrigger();

async function serveWebhook(stage: Stage, parameters: INodeParameters): Promise<ServedTrigger> {
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

interface DeliverySettings {
	verifyDeliveries: 'require' | 'reportOnly';
	/** How long ago the last delivery was, by which the keys are known; `undefined`: there was none. */
	lastDeliveryMs?: number;
}

const describeAttempts = ({ attempts }: LoggedDelivery): string =>
	attempts.map(({ status, answer }) => [status, JSON.parse(answer).status].join(' ')).join(', ');

/** A finished conversation on its way to the trigger, retried by the service three times. */
export function createDeliveryOperation(settings: DeliverySettings): Operation {
	const { verifyDeliveries, lastDeliveryMs } = settings;
	let served: ServedTrigger;
	let record: Record<string, unknown>;

	async function deliver({ sandbox }: Stage): Promise<string> {
		const before = served.executions.length;
		const [delivery] = await sandbox.deliver(record);
		if (delivery === undefined) throw new Error('Nobody is registered.');
		const items = served.executions.slice(before);
		const verdicts = items.map(({ json }) => Object(json.delivery));
		const verdict = verdicts.map(({ valid, reason }) => (valid === true ? 'valid' : reason));
		return [describeAttempts(delivery), `executions ${items.length}`, ...verdict].join('; ');
	}

	return {
		async prepare(stage) {
			served = await serveWebhook(stage, { verifyDeliveries });
			stage.onClose.push(async () => await served.close());
			stage.sandbox.registrations.push({
				id: randomUUID(),
				userId: stage.sandbox.user.id,
				url: served.url,
				body: {},
				created_at: new Date().toISOString(),
			});
			if (lastDeliveryMs !== undefined) {
				record = stage.sandbox.createRecord();
				await deliver(stage);
				advanceClock(lastDeliveryMs);
			}
			record = stage.sandbox.createRecord();
		},
		run: deliver,
		async runAfterwards(stage) {
			const result = await deliver(stage);
			const runs = served.executions.filter(({ json }) => json.id === record.id);
			// A delivery that could not be verified does not block one that was.
			const verified = runs.filter(({ json }) => Object(json.delivery).valid === true);
			expect(runs.length - verified.length).toBeLessThanOrEqual(1);
			expect(verified.length).toBeLessThanOrEqual(1);
			expect(runs.length).toBeGreaterThanOrEqual(1);
			return result;
		},
	};
}

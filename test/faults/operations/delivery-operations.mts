import { buffer } from 'node:stream/consumers';
import type { IDataObject } from 'n8n-workflow';
import type { LoggedDelivery } from '../../../sandbox/types.mts';
import { deliver } from '../../support/in-process/deliver.mts';
import { register } from '../../support/servers/call-api.mts';
import { serve } from '../../support/servers/serve.mts';
import { advanceClock } from '../run-scenario.mts';
import type { Operation } from '../run-scenario.mts';
import type { Stage } from '../stage.mts';

/** The first item of each execution that a trigger behind a URL has started. */
type Executions = IDataObject[];

/** A registered trigger, answering as n8n does around it. */
async function registerTrigger(stage: Stage, verifyDeliveries: string): Promise<Executions> {
	const executions: Executions = [];
	const host = stage.createHost({
		type: 'voiceAgentTrigger',
		parameters: { verifyDeliveries },
		webhookBaseUrl: stage.sandbox.url,
	});
	const { url, close } = await serve(async (incoming, outgoing) => {
		const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
		const { answer, items, result } = await deliver(host, await buffer(incoming), {
			headers: Object.fromEntries(headers),
			rawHeaders: incoming.rawHeaders,
		});
		stage.watch.record('delivery', { answer, result });
		executions.push(...items.slice(0, 1));
		outgoing
			.writeHead(answer?.status ?? 200, answer?.headers)
			.end(JSON.stringify(answer?.body ?? result.webhookResponse));
		// The sender waits as long as it is asked to.
		advanceClock(Number(answer?.headers['retry-after'] ?? 0) * 1000);
	});
	stage.onClose.push(close);
	await register(stage.sandbox, { url: `${url}/webhook` });
	return executions;
}

const describeAttempts = ({ attempts }: LoggedDelivery): string =>
	attempts.map(({ status, answer }) => [status, JSON.parse(answer).status].join(' ')).join(', ');

/**
 * A finished conversation on its way to the trigger, retried by the service three times.
 * `lastDeliveryMs` is how long ago the last one was, by which the keys are known; `undefined`: there was
 * none.
 */
export function createDeliveryOperation(
	verifyDeliveries: 'require' | 'reportOnly',
	lastDeliveryMs?: number,
): Operation {
	let executions: Executions;
	let record: Record<string, unknown>;

	async function send({ sandbox }: Stage): Promise<string> {
		const before = executions.length;
		const [delivery] = await sandbox.deliver(record);
		if (delivery === undefined) throw new Error('Nobody is registered.');
		const verdicts = executions.slice(before).map((item) => Object(item.delivery));
		const verdict = verdicts.map(({ valid, reason }) => (valid === true ? 'valid' : reason));
		return [describeAttempts(delivery), `executions ${verdicts.length}`, ...verdict].join('; ');
	}

	return {
		async prepare(stage) {
			executions = await registerTrigger(stage, verifyDeliveries);
			if (lastDeliveryMs !== undefined) {
				record = stage.sandbox.createRecord();
				await send(stage);
				advanceClock(lastDeliveryMs);
			}
			record = stage.sandbox.createRecord();
		},
		run: send,
		async runAfterwards(stage) {
			const result = await send(stage);
			const runs = executions.filter(({ id }) => id === record.id);
			// A delivery that could not be verified does not block one that was.
			const verified = runs.filter((item) => Object(item.delivery).valid === true);
			expect(runs.length - verified.length).toBeLessThanOrEqual(1);
			expect(verified.length).toBeLessThanOrEqual(1);
			expect(runs.length).toBeGreaterThanOrEqual(1);
			return result;
		},
	};
}

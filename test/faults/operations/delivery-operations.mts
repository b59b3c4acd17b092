import { randomUUID } from 'node:crypto';
import type { LoggedDelivery } from '../../../sandbox/types.mts';
import { advanceClock } from '../run-scenario.mts';
import type { Operation } from '../run-scenario.mts';
import type { Stage } from '../stage.mts';
import { serveWebhook } from './serve-webhook.mts';
import type { ServedTrigger } from './serve-webhook.mts';

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

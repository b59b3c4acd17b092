import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../host/wait-until.mts';
import type { Sandbox } from '../../sandbox/types.mts';

/** A burst of conversations that the sandbox delivers, some side by side. */
export type Burst = ReturnType<typeof sendBurst>;

const sideBySide = 16;
const limitMs = 600_000;
const lookAgainMs = 50;

/**
 * Finishes conversations of both shapes, 16 at a time. It runs ahead only as far as it is allowed, so
 * that a fault always meets deliveries, however fast this machine is.
 */
export function sendBurst(sandbox: Sandbox, conversations: number) {
	const before = sandbox.deliveries.length;
	const deliveries = () => sandbox.deliveries.slice(before);
	let next = 0;
	let allowed = 0;
	let isStopped = false;

	const sendInTurn = async (): Promise<void> => {
		while (next < conversations && !isStopped) {
			if (next >= allowed) {
				await sleep(lookAgainMs);
				continue;
			}
			next += 1;
			await sandbox.finishConversation({ shape: next % 2 === 0 ? 'A' : 'B' });
		}
	};
	const ended = Promise.all(Array.from({ length: sideBySide }, sendInTurn)).then(() => undefined);

	const countAccepted = () => deliveries().filter(({ state }) => state === 'delivered').length;
	return {
		/** Lets the burst go on up to this many conversations; without it, it pauses. */
		allow: (count: number) => {
			allowed = Math.max(allowed, Math.round(count));
		},
		/** Waits until this many deliveries were answered with 200. */
		accepted: async (count: number) => {
			await waitUntil(() => (countAccepted() >= count ? true : undefined), {
				what: `${count} accepted deliveries`,
				timeoutMs: limitMs,
				intervalMs: lookAgainMs,
				explain: () => `${countAccepted()} were accepted, ${next} sent, ${allowed} allowed.`,
			}).catch((error: unknown) => {
				isStopped = true;
				throw error;
			});
		},
		/** Everything sent so far with every attempt. */
		deliveries,
		/** Resolves when every conversation was sent and answered, or its retries are used up. */
		ended,
	};
}

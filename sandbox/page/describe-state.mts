import { dialogueNames, dialogues } from '../dialogues/dialogues.mts';
import { faultTargets } from '../faults/match-target.mts';
import { faultNames } from '../faults/switch-on-fault.mts';
import type { SandboxState } from '../state.mts';

const shownDeliveries = 50;
const shownAnswerCharacters = 200;

/** What the page shows, newest delivery first. */
export function describeState(state: SandboxState) {
	const latest = state.deliveries.slice(-shownDeliveries).reverse();
	return {
		registrations: state.registrations.map(({ id, url, created_at }) => ({ id, url, created_at })),
		deliveries: latest.map((delivery) => {
			const last = delivery.attempts.at(-1);
			return {
				id: delivery.id,
				url: delivery.url,
				event: delivery.event,
				conversationId: delivery.conversationId,
				shape: delivery.shape,
				state: delivery.state,
				at: last?.at ?? null,
				statuses: delivery.attempts.map(({ status }) => status),
				answer: last?.answer.slice(0, shownAnswerCharacters) ?? '',
			};
		}),
		deliveryCount: state.deliveries.length,
		trappedCallCount: state.trappedCalls.length,
		faults: state.faults.map(({ name, options, remaining }) => ({
			name,
			target: options.target ?? null,
			remaining,
		})),
		dialogues: dialogueNames.map((name) => ({ name, title: dialogues[name].title })),
		faultNames,
		faultTargets,
	};
}

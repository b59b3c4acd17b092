import { speak, type Speech } from './dialects/dialects.mts';
import type { ActiveFault } from './faults/faults.mts';
import type { Recording } from './recordings/stream-wav.mts';
import type { LoggedDelivery, RecordedRequest, SandboxRegistration } from './types.mts';

/** Everything that changes while the sandbox runs, in one place. Lists are emptied, never replaced. */
export interface SandboxState {
	requests: RecordedRequest[];
	registrations: SandboxRegistration[];
	deliveries: LoggedDelivery[];
	/** What each conversation is about, by its id: its dialogue's title, or that it is made up. */
	kinds: Map<string, string>;
	trappedCalls: RecordedRequest[];
	faults: ActiveFault[];
	speech: Speech;
	/** By conversation id. A recording is made when it is asked for. */
	recordings: Map<string, () => Recording>;
	nextSeed: number;
	/** Why the API rejects the tokens that the identity server has revoked. */
	rejectedTokensAre: 'revoked' | 'expired';
	/** Aborted when the faults are cleared: requests that a fault holds go on. */
	faultsCleared: AbortController;
	/** Aborted by reset and close: deliveries under way end. */
	deliveriesEnded: AbortController;
}

/** The state after start. `seed` is where the sequence of conversations begins. */
export function createState(seed: number, dialects: readonly string[]): SandboxState {
	return {
		requests: [],
		registrations: [],
		deliveries: [],
		kinds: new Map(),
		trappedCalls: [],
		faults: [],
		speech: speak(dialects),
		recordings: new Map(),
		nextSeed: seed,
		rejectedTokensAre: 'revoked',
		faultsCleared: new AbortController(),
		deliveriesEnded: new AbortController(),
	};
}

/** Switches every fault off; requests that a fault holds go on. */
export function clearFaults(state: SandboxState): void {
	state.faults.length = 0;
	state.faultsCleared.abort();
	state.faultsCleared = new AbortController();
}

/** Ends deliveries under way; they are logged as failed. */
export function endDeliveries(state: SandboxState): void {
	state.deliveriesEnded.abort();
	state.deliveriesEnded = new AbortController();
}

/** Back to the state after start, keeping the lists that callers hold. */
export function resetState(state: SandboxState, seed: number, dialects: readonly string[]): void {
	clearFaults(state);
	endDeliveries(state);
	for (const list of [state.requests, state.registrations, state.deliveries, state.trappedCalls]) {
		list.length = 0;
	}
	state.speech = speak(dialects);
	state.recordings.clear();
	state.nextSeed = seed;
	state.rejectedTokensAre = 'revoked';
}

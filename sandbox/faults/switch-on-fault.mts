import type { SandboxState } from '../state.mts';
import { isInstant, type FaultName, type FaultOptions, type InstantFaultName } from './faults.mts';
import type { IdentityServer } from '../identity/identity-types.mts';

/** What faults act on. */
export interface FaultSubjects {
	state: SandboxState;
	identity: IdentityServer;
	/** Stops listening: connections are refused until the faults are cleared. */
	stopListening(): Promise<void>;
}

/** Switches a fault on. Those that are done in one go are not listed as active afterwards. */
export async function switchOnFault(
	subjects: FaultSubjects,
	name: FaultName,
	options: FaultOptions = {},
): Promise<void> {
	if (isInstant(name)) return await instantFaults[name](subjects, options);
	subjects.state.faults.push({ name, options, remaining: options.times ?? null });
	if (name === 'away' && options.refuseConnections) await subjects.stopListening();
}

type InstantFault = (subjects: FaultSubjects, options: FaultOptions) => void | Promise<void>;

const instantFaults: Record<InstantFaultName, InstantFault> = {
	'token-revoked': rejectTokens('revoked'),
	// A token cannot be made to age: the API rejects it alike, and says something else.
	'token-expired': rejectTokens('expired'),
	'key-rotation': async ({ identity }) => await identity.rotateKeys(),
};

function rejectTokens(because: SandboxState['rejectedTokensAre']): InstantFault {
	return ({ state, identity }, { target }) => {
		state.rejectedTokensAre = because;
		identity.revokeAccessTokens();
		if (target === 'token') identity.revokeRefreshTokens();
	};
}

import type { SandboxState } from '../state.mts';
import type { FaultName, FaultOptions } from './fault-types.mts';
import type { IdentityServer } from '../identity/identity-types.mts';

/** What faults act on. */
export interface FaultSubjects {
	state: SandboxState;
	identity: IdentityServer;
	/** Stops listening: connections are refused until the faults are cleared. */
	stopListening(): Promise<void>;
}

export const faultNames: readonly FaultName[] = [
	'status',
	'delay',
	'broken-json',
	'dropped-connection',
	'too-many-requests',
	'token-revoked',
	'token-expired',
	'key-rotation',
	'away',
];

/** Switches a fault on. Those that are done in one go are not listed as active afterwards. */
export async function switchOnFault(
	{ state, identity, stopListening }: FaultSubjects,
	name: FaultName,
	options: FaultOptions = {},
): Promise<void> {
	if (name === 'key-rotation') return await identity.rotateKeys();
	if (name === 'token-revoked' || name === 'token-expired') {
		// The API rejects both alike and differs in what it says: a token cannot be made to age.
		state.rejectedTokensAre = name === 'token-expired' ? 'expired' : 'revoked';
		identity.revokeAccessTokens();
		if (options.target === 'token') identity.revokeRefreshTokens();
		return;
	}
	state.faults.push({ name, options, remaining: options.times ?? null });
	if (name === 'away' && options.refuseConnections) await stopListening();
}

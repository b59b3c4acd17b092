import type { RecordedRequest, Sandbox } from '../../../sandbox/types.mts';
import { waitUntil } from '../../../host/wait-until.mts';

/** A request of User → Get Current. */
export const isUserRequest = ({ path }: RecordedRequest): boolean =>
	/\/api\/users\/me$/i.test(path);

/**
 * Lets the access token expire and starts what asks for the user with it. So many requests are answered
 * together: all of them were sent before anybody knows that the token has expired.
 */
export async function expireTogether(
	sandbox: Sandbox,
	count: number,
	start: () => Promise<unknown>,
): Promise<void> {
	const seen = sandbox.requests.length;
	await sandbox.switchOnFault('token-expired');
	// It holds each until the faults are cleared: an operation itself waits no longer than 30 s.
	await sandbox.switchOnFault('delay', { target: 'users-me', delayMs: 600_000 });
	try {
		await start();
		await waitUntil(
			() => sandbox.requests.slice(seen).filter(isUserRequest).length >= count || undefined,
			{ what: `${count} requests for the user`, intervalMs: 20 },
		);
	} finally {
		sandbox.clearFaults();
	}
}

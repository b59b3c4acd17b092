import { createClient } from '../../host/n8n/n8n-client.mts';
import { openSession } from '../../host/n8n/n8n-session.mts';
import { startQueueMode, type QueueModeOptions } from '../../host/queue/start-queue-mode.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import { connectAtSandbox } from '../support/n8n/connect-at-sandbox.mts';
import { connectLedger, ledger } from './ledger.mts';

/** n8n in queue mode with the sandbox beside it, and a user who has signed in. */
export type QueueHost = Awaited<ReturnType<typeof startQueueHost>>;

// A sender that does not give up while a part of n8n is away.
const retryDelaysMs = [500, 1000, 2000, ...Array.from({ length: 12 }, () => 5000)];

/** Starts everything with nothing in it. */
export async function startQueueHost(options: QueueModeOptions = {}) {
	const queue = await startQueueMode({ ...options, databases: [ledger.database] });
	const sandbox = await startSandbox({
		redirectUris: [`${queue.main.url}/rest/oauth2-credential/callback`],
		retryDelaysMs,
	});
	const close = async (): Promise<void> => {
		await sandbox.close();
		await queue.close();
	};
	try {
		await queue.postgres.execute(ledger.database, ledger.definition);
		const session = await openSession(queue.main.url, {
			email: 'owner@example.com',
			password: 'Sandbox-queue-1',
		});
		const client = createClient(session);
		return {
			queue,
			sandbox,
			session,
			client,
			/** The connected sign-in at the sandbox. */
			signIn: await connectAtSandbox({ sandbox, session, client }, 'Voice Agent'),
			/** The database in which executions write down that they ran. */
			ledger: await connectLedger(queue, client),
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

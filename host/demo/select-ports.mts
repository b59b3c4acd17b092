import getPort, { clearLockedPorts } from 'get-port';
import { defaultPorts, type Ports } from './start-state.mts';

const names: [keyof Ports, string][] = [
	['n8n', 'n8n'],
	['broker', "n8n's task broker"],
	['api', 'the sandbox'],
	['identity', "the sandbox's identity server"],
];

/** Gives the first of these ports that nobody listens on, else any free one. */
type FindFreePort = (wanted: number[]) => Promise<number>;

const mostTries = 3;

/** Starts something on free ports; on others if another program has taken one of them in between. */
export async function startOnPorts<Started>(
	start: (ports: Ports) => Promise<Started>,
	choose = choosePorts,
): Promise<Started> {
	for (let tried = 1; ; tried += 1) {
		const { ports, notices } = await choose();
		for (const notice of notices) console.log(notice);
		try {
			return await start(ports);
		} catch (error) {
			if (tried === mostTries || !isPortTaken(error)) throw error;
			console.log('Another program has taken a port in the meantime: looking for ports again.');
			// The library keeps what it gave for this process; a port that is still free is as good as before.
			clearLockedPorts();
		}
	}
}

/** Whether a server of ours, or n8n by the end of its log, says that somebody listens on its port. */
export const isPortTaken = (error: unknown): boolean =>
	/EADDRINUSE|port \d+ is already in use/.test(String(error));

/**
 * The default ports. For one that is taken, the same with a 1 before it, so that a later start finds it
 * again, with a sentence for the user.
 */
export async function choosePorts(
	findFreePort: FindFreePort = (wanted) => getPort({ port: wanted }),
): Promise<{ ports: Ports; notices: string[] }> {
	const ports: Ports = { ...defaultPorts };
	const notices: string[] = [];
	for (const [key, name] of names) {
		const usual = defaultPorts[key];
		ports[key] = await findFreePort([usual, 10_000 + usual]);
		if (ports[key] === usual) continue;
		notices.push(
			`Port ${usual} is taken: ${name} uses ${ports[key]}. What you set up with ${usual} works again once it is free.`,
		);
	}
	return { ports, notices };
}

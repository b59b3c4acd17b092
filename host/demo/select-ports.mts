import getPort from 'get-port';
import { defaultPorts, type Ports } from './start-state.mts';

const names: [keyof Ports, string][] = [
	['n8n', 'n8n'],
	['broker', "n8n's task broker"],
	['api', 'the sandbox'],
	['identity', "the sandbox's identity server"],
];

/** Gives the first of these ports that nobody listens on, else any free one. */
type FindFreePort = (wanted: number[]) => Promise<number>;

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

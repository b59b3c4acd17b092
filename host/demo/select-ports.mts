import getPort from 'get-port';
import { defaultPorts, type Ports, type StartState } from './start-state.mts';

type PortName = keyof Ports;

const names: [PortName, string][] = [
	['n8n', 'n8n'],
	['broker', "n8n's task broker"],
	['api', 'the sandbox'],
	['identity', "the sandbox's identity server"],
];

/** Gives the first of these ports that nobody listens on, else any free one. */
type FindFreePort = (wanted: number[]) => Promise<number>;

/**
 * The default ports if they are free, else those of an earlier start, else any. Each change and each
 * port other than the default comes with a sentence for the user.
 */
export async function choosePorts(
	{ ports: last, earlierPorts }: Pick<StartState, 'ports' | 'earlierPorts'>,
	findFreePort: FindFreePort = (wanted) => getPort({ port: wanted }),
): Promise<{ ports: Ports; notices: string[] }> {
	const ports: Ports = { ...defaultPorts };
	const notices: string[] = [];
	for (const [key, name] of names) {
		const usual = defaultPorts[key];
		const earlier = [last, ...earlierPorts].map((set) => set[key]);
		const selected = await findFreePort([...new Set([usual, ...earlier])]);
		ports[key] = selected;
		if (selected !== usual) {
			const kept = earlier.includes(selected)
				? `${selected}, as in an earlier start`
				: `${selected}`;
			notices.push(`Port ${usual} is taken: ${name} uses ${kept}.`);
		} else if (last[key] !== usual) {
			notices.push(`Port ${usual} is free again: ${name} uses it, not ${last[key]}.`);
		}
	}
	return { ports, notices };
}

/** The sets of ports that starts used, without the present one; the latest first. */
export function rememberPorts(
	present: Ports,
	{ ports: last, earlierPorts }: Pick<StartState, 'ports' | 'earlierPorts'>,
): Ports[] {
	const seen = new Set([JSON.stringify(present)]);
	return [last, ...earlierPorts].filter((set) => {
		const text = JSON.stringify(set);
		return seen.size < seen.add(text).size;
	});
}

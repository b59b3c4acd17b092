import type { RecordedRequest, Sandbox } from '../../sandbox/types.mts';

interface Episode {
	name: string;
	begin(sandbox: Sandbox): Promise<void>;
	/** A request by which the service or the identity server notices it. */
	isMetBy(request: RecordedRequest): boolean;
}

const isOf = ({ path }: RecordedRequest, ending: string) => path.endsWith(ending);

/** What goes wrong in turn; between two of them everything is well for as long. */
const episodes: Episode[] = [
	{
		name: 'API answers 503',
		begin: async (sandbox) =>
			await sandbox.switchOnFault('status', { target: 'users-me', status: 503 }),
		isMetBy: (request) => isOf(request, '/api/Users/me') && request.status === 503,
	},
	{
		name: 'access tokens expired',
		begin: async (sandbox) => await sandbox.switchOnFault('token-expired'),
		isMetBy: (request) => isOf(request, '/token'),
	},
	{
		name: 'keys rotated while the identity server is away',
		begin: async (sandbox) => {
			await sandbox.switchOnFault('away', { target: 'certs' });
			await sandbox.identity.rotateKeys();
		},
		isMetBy: (request) => isOf(request, '/certs'),
	},
];

/** What an episode did: the deliveries that were turned away meanwhile, and the requests that met it. */
export interface EpisodeOutcome {
	name: string;
	metBy: number;
}

export interface FaultChanger {
	/** Switches to the next state: a fault after calm, calm after a fault. Answers what holds now. */
	next(): Promise<string>;
	/** What became of each episode that has ended. */
	outcomes: EpisodeOutcome[];
}

/** @param countTurnedAway deliveries so far that were not answered 2xx */
export function createFaultChanger(sandbox: Sandbox, countTurnedAway: () => number): FaultChanger {
	const outcomes: EpisodeOutcome[] = [];
	let step = 0;
	let endEpisode: () => void = () => undefined;

	return {
		outcomes,
		async next() {
			endEpisode();
			endEpisode = () => undefined;
			sandbox.clearFaults();
			const index = (step - 1) / 2;
			const episode = step++ % 2 === 1 ? episodes[index % episodes.length] : undefined;
			if (episode === undefined) return 'calm';
			const requestsBefore = sandbox.requests.length;
			const turnedAwayBefore = countTurnedAway();
			await episode.begin(sandbox);
			endEpisode = () => {
				const requests = sandbox.requests.slice(requestsBefore).filter(episode.isMetBy);
				const turnedAway = countTurnedAway() - turnedAwayBefore;
				outcomes.push({ name: episode.name, metBy: requests.length + turnedAway });
			};
			return episode.name;
		},
	};
}

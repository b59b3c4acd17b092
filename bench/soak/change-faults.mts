import type { Sandbox } from '../../sandbox/types.mts';

interface Episode {
	name: string;
	begin(sandbox: Sandbox): Promise<void>;
}

/** What goes wrong in turn; between two of them everything is well for as long. */
const episodes: Episode[] = [
	{
		name: 'identity server away',
		begin: async (sandbox) => await sandbox.switchOnFault('away', { target: 'certs' }),
	},
	{ name: 'keys rotated', begin: async (sandbox) => await sandbox.identity.rotateKeys() },
	{
		name: 'API answers 503',
		begin: async (sandbox) =>
			await sandbox.switchOnFault('status', { target: 'users-me', status: 503 }),
	},
	{
		name: 'access tokens expired',
		begin: async (sandbox) => await sandbox.switchOnFault('token-expired'),
	},
];

/** Switches to the next state: a fault after calm, calm after a fault. Answers what holds now. */
export async function changeFaults(sandbox: Sandbox, step: number): Promise<string> {
	sandbox.clearFaults();
	const episode = step % 2 === 1 ? episodes[((step - 1) / 2) % episodes.length] : undefined;
	if (episode === undefined) return 'calm';
	await episode.begin(sandbox);
	return episode.name;
}

import type { Sandbox } from '../../sandbox/types.mts';
import { saveStartState, type StartState } from './start-state.mts';

const lookAgainMs = 1000;

/**
 * Gives the sandbox the registrations of the last start, as a service would still have them: n8n
 * remembers that it has registered and does not do so again. Registrations of an n8n on another port
 * are left out, because nobody answers there any more. New ones are saved within a second. Returns
 * what saves them for the last time.
 */
export async function keepRegistrations(
	sandbox: Sandbox,
	dataFolder: string,
	state: StartState,
): Promise<() => Promise<void>> {
	const ours = `http://localhost:${state.ports.n8n}/`;
	sandbox.registrations.push(...state.registrations.filter(({ url }) => url.startsWith(ours)));
	let saved = -1;
	const save = async (): Promise<void> => {
		if (saved === sandbox.registrations.length) return;
		saved = sandbox.registrations.length;
		state.registrations = [...sandbox.registrations];
		await saveStartState(dataFolder, state);
	};
	await save();
	const timer = setInterval(() => {
		save().catch((error: unknown) => console.error('The registrations were not saved:', error));
	}, lookAgainMs);
	timer.unref();
	return async () => {
		clearInterval(timer);
		await save();
	};
}

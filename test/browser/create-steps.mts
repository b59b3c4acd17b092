/**
 * Gives `step(name, run)`: a test that builds on those before it. Once one has failed the others fail
 * at once, instead of each waiting in vain for what the failed one left out. `onFailure` may look around
 * first.
 */
export function createSteps(
	onFailure: (name: string) => Promise<void>,
): (name: string, run: () => Promise<void>) => void {
	let failed: string | undefined;
	return (name, run) => {
		test(name, async () => {
			if (failed !== undefined) throw new Error(`The step "${failed}" failed before.`);
			try {
				await run();
			} catch (error) {
				failed = name;
				await onFailure(name);
				throw error;
			}
		});
	};
}

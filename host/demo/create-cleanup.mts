/** What has to be undone at the end, whichever way the end comes. */
export type Cleanup = ReturnType<typeof createCleanup>;

/**
 * Collects what has to be undone. The first Ctrl-C or SIGTERM undoes it and ends the process with 0,
 * also in the middle of a step; the second ends the process at once.
 */
export function createCleanup() {
	const actions: (() => Promise<void>)[] = [];
	let running: Promise<void> | undefined;
	let signals = 0;

	const undo = async (): Promise<void> => {
		for (let action = actions.pop(); action !== undefined; action = actions.pop()) {
			try {
				await action();
			} catch (error) {
				console.error(error instanceof Error ? error.message : error);
			}
		}
	};
	const run = (): Promise<void> => (running ??= undo());

	const interrupted = new Promise<undefined>((resolve) => {
		const onSignal = (): void => {
			signals += 1;
			if (signals > 1) process.exit(130);
			console.log('\nEnding …');
			resolve(undefined);
			void run().then(() => {
				console.log('Ended.');
				process.exit(0);
			});
		};
		process.on('SIGINT', onSignal);
		process.on('SIGTERM', onSignal);
	});

	return {
		/** What was added last is undone first. */
		add: (action: () => Promise<void>) => void actions.push(action),
		/** Undoes everything once; a failure is shown and does not keep the rest from being undone. */
		run,
		/** Resolves at Ctrl-C or SIGTERM. */
		interrupted,
		isInterrupted: () => signals > 0,
	};
}

/** What has to be undone at the end, whichever way the end comes. */
export type Cleanup = ReturnType<typeof createCleanup>;

/**
 * Collects what has to be undone. The first Ctrl-C or SIGTERM undoes it and ends the process with 0,
 * also in the middle of a step; a second Ctrl-C ends the process at once. SIGTERM may come twice, from a
 * supervisor and from our parent.
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
		process.on('SIGTERM', () => {
			if (signals === 0) onSignal();
		});
	});

	return {
		/** What was added last is undone first. Returns what undoes it at once. */
		add: (action: () => Promise<void>): (() => Promise<void>) => {
			actions.push(action);
			return async () => {
				const [found] = actions.splice(actions.indexOf(action), 1);
				await found?.();
			};
		},
		/** Undoes everything once; a failure is shown and does not keep the rest from being undone. */
		run,
		/** Resolves at Ctrl-C or SIGTERM. */
		interrupted,
		isInterrupted: () => signals > 0,
	};
}

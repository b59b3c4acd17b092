import type { Page } from 'playwright-core';
import { takeFailure } from './take-picture.mts';

/**
 * Gives `step(name, run)`: a test that builds on those before it. The first that fails leaves a picture of
 * the page; the others then fail at once, instead of each waiting in vain for what it left out.
 */
export function createSteps(
	findPage: () => Page,
): (name: string, run: () => Promise<void>) => void {
	let failed: string | undefined;
	return (name, run) => {
		test(name, async () => {
			if (failed !== undefined) throw new Error(`The step "${failed}" failed before.`);
			try {
				await run();
			} catch (error) {
				failed = name;
				await takeFailure(findPage());
				throw error;
			}
		});
	};
}

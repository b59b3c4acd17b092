import { createObserver } from '../support/observations.mts';

const observer = createObserver(import.meta.dirname, ['what was done', 'what the user reads']);

/** Compares what the user read with what the page shows. */
export const observe = (section: string, done: string, read: string): void =>
	observer.observe(section, done, [read]);

/** Compares everything with the page, or writes it. */
export const concludeObservations = (): void => observer.conclude();

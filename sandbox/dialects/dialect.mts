import type { Changes, Ways } from './ways.mts';

/** What the service does otherwise than the sandbox by itself, as a sentence and as the way to do it. */
export type Dialect = { does: string } & Partial<Ways> & Partial<Changes>;

/** Something that the interface document leaves open. Its dialects contradict each other. */
export interface OpenChoice {
	/** Of the interface document. */
	part: string;
	asks: string;
	/** By name. */
	dialects: Readonly<Record<string, Dialect>>;
}

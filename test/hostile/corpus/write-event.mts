/** Large enough that a step of more than linear time takes minutes. */
export const LONG = 2_000_000;
/** What n8n takes at most is 16 MB. */
export const LONGEST = 15_500_000;

/** A list or object of as many equal entries as fit into these bytes. */
export const fill = (bytes: number, entry: string) =>
	`${entry},`.repeat(Math.floor(bytes / (entry.length + 1))).slice(0, -1);
export const times = (count: number, entry: (index: number) => string) =>
	Array.from({ length: count }, (_, index) => entry(index)).join();

/** An event around the text of a record. */
export const event = (record: string) => `{"event":"ConversationComplete","data":${record}}`;
export const fields = (text: string) => event(`{"id":"hostile",${text}}`);
export const history = (turns: string) => fields(`"history":[${turns}]`);
export const json = (value: unknown) => JSON.stringify(value);

/** A letter under so many bytes of combining marks in the wrong order, which takes long to normalize. */
export const marks = (bytes: number) =>
	`a${'\u0315'.repeat(bytes / 4)}${'\u0300'.repeat(bytes / 4)}`;

/** One delivery of the corpus: what is made of it, and its body, built when it is needed. */
export type Row = [
	name: string,
	outcome: string,
	body: () => string | Buffer,
	contentType?: string,
];

/** Deliveries with the same outcome, by name. */
export const are = (outcome: string, bodies: Record<string, Row[2]>): Row[] =>
	Object.entries(bodies).map(([name, body]) => [name, outcome, body]);

import type { JsonObject, JsonValue } from '../../../core/json/json.ts';

/** Every kind of type that a preview can show. */
export type Example = {
	/** What it is
	 * called. Parts 2.5, 2.9. */
	name: string;
	count: number | null;
	flag: boolean | null;
	side: 'left' | 'right' | null;
	inside: { text: string } | null;
	list: Array<{ on: boolean }> | null;
	map: Record<string, string | null>;
	anything: JsonValue;
	open: JsonObject;
	half: { known: string; maybe?: string; [other: string]: unknown };
};

export type WithDate = { at: Date; call: () => void };
export type WithUnion = { either: string | number };

import { CONVERSATION_FIELDS } from '../conversation/list-conversation-fields';

/** The places in which the interface document writes `rtc` for a vendor's word. */
const PLACES = ['room_name', 'egress_id', 'dispatch_id', 'job_id'] as const;

export type VendorPlace = `rtc_${(typeof PLACES)[number]}` | 'synthesized_job_id';

/** The delivered name of each neutral name, where one was found. */
export type VendorNames = Partial<Record<VendorPlace, string>>;

const NEUTRAL_NAMES = new Set<string>([
	...PLACES.map((place) => `rtc_${place}`),
	'synthesized_job_id',
]);
const OTHER_DOCUMENTED_NAMES = new Set<string>(
	[...CONVERSATION_FIELDS, 'session_id', 'agent_name', 'start_time'].filter(
		(name) => !NEUTRAL_NAMES.has(name),
	),
);
const NONE: VendorNames = {};

/** `synthesized_job_id` is a field of its own and no vendor called "synthesized". */
const NEVER_A_VENDOR = 'synthesized';

/**
 * Finds the names that stand on the wire for the neutral names of the interface document: it
 * replaced a vendor's word with `rtc` in four names and with `job` in `synthesized_job_id`.
 *
 * One word stands for `rtc` across the record: the one in most of the four places; where two are
 * in equally many, none is taken. Exact names are not for this function: it returns nothing for
 * the four places where `rtc` stands in any of them, and nothing for `synthesized_job_id` where
 * that name is there or where two names could be meant.
 */
export function findVendorNames(keys: readonly string[]): VendorNames {
	const candidates = keys.filter((key) => !OTHER_DOCUMENTED_NAMES.has(key));
	if (candidates.every((key) => NEUTRAL_NAMES.has(key))) return NONE;
	return { ...findRtcNames(candidates), ...findJobName(candidates) };
}

function findRtcNames(keys: readonly string[]): VendorNames {
	const namesByWord = new Map<string, VendorNames>();
	for (const key of keys) {
		const match = matchRtcName(key);
		if (match === null || match.word === NEVER_A_VENDOR) continue;
		const names = namesByWord.get(match.word) ?? {};
		names[match.place] ??= key;
		namesByWord.set(match.word, names);
	}
	if (namesByWord.has('rtc')) return {};
	const [first, second] = [...namesByWord.values()].sort((a, b) => count(b) - count(a));
	if (first === undefined || (second !== undefined && count(second) === count(first))) return {};
	return first;
}

function matchRtcName(key: string): { word: string; place: VendorPlace } | null {
	const match =
		/^([a-z0-9]+)_(room_name|egress_id|dispatch_id|job_id)$/.exec(key) ??
		/^([a-z0-9]+)(RoomName|EgressId|DispatchId|JobId)$/.exec(key);
	const [, word, ending] = match ?? [];
	if (word === undefined || ending === undefined) return null;
	const plainEnding = ending.replace('_', '').toLowerCase();
	const place = PLACES.find((name) => name.replace('_', '') === plainEnding);
	return place === undefined ? null : { word, place: `rtc_${place}` };
}

function findJobName(keys: readonly string[]): VendorNames {
	const names = keys.filter(
		(key) => /^synthesized_[a-z0-9]+_id$/.test(key) || /^synthesized[A-Z][a-z0-9]*Id$/.test(key),
	);
	if (names.includes('synthesized_job_id') || names.includes('synthesizedJobId')) return {};
	const [only] = names;
	return names.length === 1 && only !== undefined ? { synthesized_job_id: only } : {};
}

function count(names: VendorNames): number {
	return Object.keys(names).length;
}

import { conversationSchema } from '../conversation/conversation';
import { listFields } from '../conversation/declare-field';

/** The neutral name for which each name of a record stands. */
type VendorNames = ReadonlyMap<string, string>;

const JOB = 'synthesized_job_id';

/** The part of a name behind a vendor's word, and the neutral name: `_room_name` of `rtc_room_name`. */
const NEUTRAL_NAME_BY_ENDING = new Map(
	listFields(conversationSchema)
		.filter(({ facts }) => facts.vendorWord === 'rtc')
		.map(({ name }) => [name.slice('rtc'.length), name] as const),
);
const NONE: VendorNames = new Map();

/** `synthesized_job_id` is a separate field, not the word of a vendor called "synthesized". */
const NEVER_A_VENDOR = 'synthesized';

/**
 * Finds the names that are on the wire for the neutral names of the interface document: it
 * replaced a vendor's word with `rtc` in four names and with `job` in `synthesized_job_id`.
 *
 * One word stands for `rtc` across the record: the one in most of the four places, and in at least
 * `leastPlaces`. If two are in equally many places, none is taken. Exact names are not for this function:
 * it returns nothing for the four places if `rtc` is in any of them, and nothing for
 * `synthesized_job_id` if that name is there, or if two names could be meant.
 */
export function findVendorNames(keys: readonly string[], leastPlaces: number): VendorNames {
	return new Map([...findRtcNames(keys, leastPlaces), ...findJobName(keys)]);
}

function findRtcNames(keys: readonly string[], leastPlaces: number): VendorNames {
	const namesByWord = new Map<string, Map<string, string>>();
	for (const key of keys) {
		const [, word = '', ending = ''] = /^([a-z0-9]+)(_[a-z_]+)$/.exec(key) ?? [];
		const place = NEUTRAL_NAME_BY_ENDING.get(ending);
		if (place === undefined || word === NEVER_A_VENDOR) continue;
		const names = namesByWord.get(word) ?? new Map<string, string>();
		namesByWord.set(word, names.set(key, place));
	}
	if (namesByWord.has('rtc')) return NONE;
	const [first, second] = [...namesByWord.values()].sort((a, b) => b.size - a.size);
	if (first === undefined || first.size < leastPlaces || first.size === second?.size) return NONE;
	return first;
}

function findJobName(keys: readonly string[]): VendorNames {
	const names = keys.filter((key) => /^synthesized_[a-z0-9]+_id$/.test(key));
	if (names.includes(JOB)) return NONE;
	const [only] = names;
	return names.length === 1 && only !== undefined ? new Map([[only, JOB]]) : NONE;
}

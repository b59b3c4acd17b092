import { CONVERSATION_FIELDS } from '../conversation/conversation';

const JOB = 'synthesized_job_id';

/** Documented names by the part behind the vendor's word: `_room_name` of `rtc_room_name`. */
const NEUTRAL_NAME_BY_ENDING = new Map(
	CONVERSATION_FIELDS.filter(({ facts }) => facts.vendorWord === 'rtc').map(
		({ name }) => [name.slice('rtc'.length), name] as const,
	),
);

/** `synthesized_job_id` is a field of its own, not `rtc_job_id` of a vendor called "synthesized". */
const NEVER_A_VENDOR = 'synthesized';

/**
 * Documented names for names with a vendor's word: `rtc_room_name` for `acme_room_name`. In place of the word, the
 * interface document writes `rtc` in four names, and `job` in `synthesized_job_id`. The word in most names counts, if
 * at least `leastNames` names have it; no word counts beside a name with `rtc`, or in a tie.
 */
export function findVendorNames(keys: readonly string[], leastNames: number) {
	return new Map([...findRtcNames(keys, leastNames), ...findJobName(keys)]);
}

function findRtcNames(keys: readonly string[], leastNames: number): Iterable<[string, string]> {
	const namesByWord = new Map<string, Map<string, string>>();
	for (const key of keys) {
		const [, word = '', ending = ''] = /^([a-z0-9]+)(_[a-z_]+)$/.exec(key) ?? [];
		const neutral = NEUTRAL_NAME_BY_ENDING.get(ending);
		if (neutral === undefined || word === NEVER_A_VENDOR) continue;
		const names = namesByWord.get(word) ?? new Map<string, string>();
		namesByWord.set(word, names.set(key, neutral));
	}
	if (namesByWord.has('rtc')) return [];
	const [first, second] = [...namesByWord.values()].sort((a, b) => b.size - a.size);
	if (first === undefined || first.size < leastNames || first.size === second?.size) return [];
	return first;
}

function findJobName(keys: readonly string[]): Iterable<[string, string]> {
	const [only, ...others] = keys.filter((key) => /^synthesized_[a-z0-9]+_id$/.test(key));
	return only === undefined || only === JOB || others.length > 0 ? [] : [[only, JOB]];
}

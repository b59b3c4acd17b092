import type { SentRecord } from './ways.mts';

/** The record with its turns changed, those of the synthesized conversation too. */
export function changeTurns(record: SentRecord, change: (turn: SentRecord) => unknown): SentRecord {
	return changeFields(record, ['history', 'synthesized_chat_history'], (value) =>
		Array.isArray(value) ? value.map(change) : value,
	);
}

/** The record with these of its fields changed; one that it lacks stays away. */
export function changeFields(
	record: SentRecord,
	names: readonly string[],
	change: (value: unknown) => unknown,
): SentRecord {
	const entries = names
		.filter((name) => name in record)
		.map((name) => [name, change(record[name])]);
	return { ...record, ...Object.fromEntries(entries) };
}

/** Every value of the record below any level, with its name, changed. */
export function changeValues(
	record: SentRecord,
	change: (value: unknown, name: string) => unknown,
): SentRecord {
	return JSON.parse(JSON.stringify(record), function (name, value) {
		return Array.isArray(this) ? value : change(value, name);
	});
}

/** Every name of the record at every level, changed. */
export function changeNames(value: unknown, change: (name: string) => string): unknown {
	if (Array.isArray(value)) return value.map((element) => changeNames(element, change));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [change(name), changeNames(inner, change)]),
	);
}

const onlyInA =
	/^(updated_at|ended_at|called_by_|language_|locale_id|rtc_|transcription_path|has_audio|recording_started_at|session_token|agent_audio_url|user_|synthesized_)/;

/** A record of shape A as shape B (part 2.9) has it. */
export function toShapeB(record: SentRecord): SentRecord {
	const { id, agent_title, started_at, room_metadata, ...rest } = record;
	if (id === undefined) return record;
	const { failed, skip_composite_egress, error } = Object(room_metadata);
	return {
		session_id: id,
		agent_name: agent_title,
		start_time: started_at,
		...Object.fromEntries(Object.entries(rest).filter(([name]) => !onlyInA.test(name))),
		room_metadata: { failed, skipCompositeEgress: skip_composite_egress, error },
	};
}

const linkNames = [
	'audio_url',
	'agent_audio_url',
	'user_raw_audio_url',
	'user_cleaned_audio_url',
	'synthesized_audio_url',
];

/** The record with its links changed, those that it has. */
export const changeLinks = (record: SentRecord, change: (link: URL) => string | null): SentRecord =>
	changeFields(record, linkNames, (link) =>
		typeof link === 'string' ? change(new URL(link)) : link,
	);

/** The record with links that were given out once more. */
export const signAnew = (record: SentRecord): SentRecord =>
	changeLinks(record, (link) => `${link.href}&issue=${Date.now()}`);

import { hasOwn, type UnknownObject } from '../json/json';
import { spellCamelCase } from '../json/spell-camel-case';

/** The two shapes in which the service delivers a record: A is part 2.5, B is part 2.9. */
export type RecordShape = 'A' | 'B';

const ONLY_A = [
	'agent_title',
	'started_at',
	'updated_at',
	'ended_at',
	'has_audio',
	'locale_id',
	'language_id',
	'language_locale_code',
	'session_token',
	'synthesized_chat_history',
	'recording_started_at',
] as const;
const ONLY_B = ['agent_name', 'start_time'] as const;

/**
 * Tells the shape of a record by its names. The id decides (`id` is A, `session_id` is B); a record
 * with both or neither is of the shape of which it has more names, and A where that is equal.
 * Source: parts 2.5 and 2.9.
 */
export function detectShape(record: UnknownObject): RecordShape {
	const has = (name: string) => hasOwn(record, name) || hasOwn(record, spellCamelCase(name));
	const hasIdOfB = has('session_id');
	if (hasIdOfB !== has('id')) return hasIdOfB ? 'B' : 'A';
	return ONLY_B.filter(has).length > ONLY_A.filter(has).length ? 'B' : 'A';
}

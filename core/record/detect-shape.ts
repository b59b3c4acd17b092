import { conversationSchema, type Conversation } from '../conversation/conversation';
import { listFields } from '../conversation/declare-field';
import { hasOwn, type UnknownObject } from '../json/json';
import { spellCamelCase } from '../json/spell-camel-case';

/** The two shapes in which the service delivers a record: A is part 2.5, B is part 2.9. */
export type RecordShape = Conversation['shape'];

const FIELDS = listFields(conversationSchema);
const RENAMED = FIELDS.filter(({ facts }) => facts.nameInB !== undefined);
const ONLY_A = [
	...RENAMED.map(({ name }) => name),
	...FIELDS.filter(({ facts }) => facts.isOnlyInA === true).map(({ name }) => name),
];
const ONLY_B = RENAMED.flatMap(({ facts }) => facts.nameInB ?? []);

/**
 * Tells the shape of a record by its names. The id decides (`id` is A, `session_id` is B); a record
 * with both or neither is of the shape of which it has more names, and A if that is equal.
 * Source: parts 2.5 and 2.9.
 */
export function detectShape(record: UnknownObject): RecordShape {
	const has = (name: string) => hasOwn(record, name) || hasOwn(record, spellCamelCase(name));
	const hasIdOfB = has('session_id');
	if (hasIdOfB !== has('id')) return hasIdOfB ? 'B' : 'A';
	return ONLY_B.filter(has).length > ONLY_A.filter(has).length ? 'B' : 'A';
}

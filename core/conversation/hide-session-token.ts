import { hasOwn, isObject, type JsonObject } from '../json/json';
import { conversationSchema, type Conversation } from './conversation';
import { listFields, listWireNames } from './declare-field';

const NAMES = listFields(conversationSchema)
	.filter(({ facts }) => facts.sensitivity === 'secret')
	.flatMap((field) => listWireNames(field, 'A'));

/** The conversation with `null` for `session_token`, a secret that every execution log would keep. */
export function hideSessionToken(conversation: Conversation): Conversation {
	return {
		...conversation,
		session_token: null,
		additional_fields: hideSessionTokenInRecord(conversation.additional_fields),
	};
}

/** The same for a record as delivered, or for a whole event. */
export function hideSessionTokenInRecord(record: JsonObject): JsonObject {
	const hidden: JsonObject = { ...record };
	for (const name of NAMES) if (hasOwn(hidden, name)) hidden[name] = null;
	const { data } = hidden;
	if (isObject(data) && hasOwn(hidden, 'event')) {
		hidden.data = hideSessionTokenInRecord(data);
	}
	return hidden;
}

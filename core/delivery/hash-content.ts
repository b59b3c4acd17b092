import { createHash } from 'node:crypto';
import { conversationSchema, type Conversation } from '../conversation/conversation';
import {
	type Comparison,
	findObject,
	listFields,
	type DeclaredField,
	type ObjectSchema,
} from '../conversation/declare-field';
import { sortFields } from '../json/canonicalize-json';
import { isObject } from '../json/json';
import { parseTimestamp } from '../json/parse-timestamp';
import { spellCamelCase } from '../json/spell-camel-case';

/** Gives values that count as the same one and the same JSON. */
type Reduce = (value: unknown) => unknown;

const WEB_LINK = /^https?:\/\//i;

const REDUCE: Readonly<Record<Comparison, Reduce>> = {
	presence: (value) => value !== null,
	moment(value) {
		const ms = typeof value === 'string' ? parseTimestamp(value) : null;
		return ms === null ? value : Math.floor(ms);
	},
	fileName(value) {
		if (typeof value !== 'string' || !WEB_LINK.test(value)) return value;
		const end = value.search(/[?#]/);
		const path = end === -1 ? value : value.slice(0, end);
		return path.slice(path.lastIndexOf('/'));
	},
};

const reduceConversation = compileObject(conversationSchema);

/**
 * A text of fixed length for the state of a conversation, whatever the order of fields, the white space
 * and the escapes that it was delivered with. Declared fields are compared as their `comparedBy` says,
 * all others as they are. Whether the delivery was verified does not count, nor what core works out.
 *
 * One pass over the conversation; undocumented fields are sorted as well.
 */
export function hashContent(conversation: Conversation): string {
	const state = [conversation.shape, reduceConversation(conversation)];
	return createHash('sha256').update(JSON.stringify(state)).digest('base64');
}

/** A text of fixed length for the bytes of a body. */
export function hashBody(body: Uint8Array): string {
	return createHash('sha256').update(body).digest('base64');
}

/** Gives a list of what the fields hold, in the order in which they are declared. */
function compileObject(object: ObjectSchema): Reduce {
	const fields = listFields(object);
	const counted = fields
		.filter(({ facts }) => facts.isDerived !== true)
		.map((field) => ({ name: field.name, reduce: compileField(field) }));
	const reduceOthers = compileOthers(fields);
	return (value) => {
		if (!isObject(value)) return null;
		const reduced = counted.map(({ name, reduce }) => reduce(value[name]));
		reduced.push(reduceOthers(value.additional_fields));
		return reduced;
	};
}

function compileField({ schema, facts }: DeclaredField): Reduce {
	if (facts.comparedBy !== undefined) return REDUCE[facts.comparedBy];
	const object = findObject(schema);
	if (object === undefined) return sortFields;
	const reduce = compileObject(object);
	return (value) => (Array.isArray(value) ? value.map(reduce) : reduce(value));
}

/** For undocumented fields. Among them are declared ones of a wrong type, whose presence may be what counts. */
function compileOthers(fields: readonly DeclaredField[]): Reduce {
	const present = fields
		.filter(({ facts }) => facts.comparedBy === 'presence')
		.flatMap(({ name }) => [name, spellCamelCase(name)]);
	return (value) => {
		if (!isObject(value)) return null;
		const found = present.filter((name) => Object.hasOwn(value, name));
		if (found.length === 0) return sortFields(value);
		return sortFields({ ...value, ...Object.fromEntries(found.map((name) => [name, true])) });
	};
}

/** A type as the tables of the interface document write it. */
export type Type =
	| ValueType
	| { kind: 'list'; element: Type }
	| { kind: 'map'; value: Type }
	| ObjectType;

/** What a type is, if one word says it. */
const words = ['string', 'uuid', 'timestamp', 'number', 'boolean'] as const;

export interface ValueType {
	kind: (typeof words)[number] | 'any';
	/** What is behind it in parentheses: `URL`, `phone numbers`; `''` if there is nothing. */
	note: string;
}

export interface ObjectType {
	kind: 'object';
	fields: Fields;
}

export type Fields = Record<string, Type>;

function parseValueType(text: string): ValueType {
	const [, word = '', note = ''] = /^(\w+)(?: \((.*)\))?$/.exec(text) ?? [];
	const kind = words.find((known) => known === word);
	if (kind !== undefined) return { kind, note };
	throw new Error(`The interface document has a type that the tests cannot read: ${text}`);
}

/** Members inside a type: `a (string), b, c (all numbers)`, `name (string) and value (any JSON value, …)`. */
function parseMembers(text: string): Fields {
	const fields: Fields = {};
	let waiting: string[] = [];
	for (const member of text.split(/(?:, | and )(?![^(]*\))/)) {
		const [, name = '', type] = /^(\w+)(?: \((.*)\))?$/.exec(member) ?? [];
		if (name === '') throw new Error(`The interface document has a member without a name: ${text}`);
		waiting.push(name);
		if (type === undefined) continue;
		// "all numbers" is said once, behind the last of those it holds for.
		const [first = '', ...notes] = type.replace(/^all (\w+)s$/, '$1').split(', ');
		const parsed: Type =
			first === 'any JSON value'
				? { kind: 'any', note: notes.join(', ') }
				: { ...parseValueType(first), note: notes.join(', ') };
		const isForAll = type.startsWith('all ');
		if (!isForAll && waiting.length > 1) throw new Error(`${waiting[0]} has no type: ${text}`);
		for (const each of waiting) fields[each] = parsed;
		waiting = [];
	}
	if (waiting.length > 0) throw new Error(`${waiting[0]} has no type: ${text}`);
	return fields;
}

/**
 * Parses one cell of the column Type. Throws at whatever it does not know: nothing may be passed over.
 * @param findPart gives the fields of another part that the type refers to
 */
export function parseType(text: string, findPart: (part: string) => Fields): Type {
	const reference = /^(object|array of history entries), see (\d\.\d)$/.exec(text);
	if (reference !== null) {
		const object: ObjectType = { kind: 'object', fields: findPart(reference[2] ?? '') };
		return reference[1] === 'object' ? object : { kind: 'list', element: object };
	}
	if (text === 'array of strings') {
		return { kind: 'list', element: { kind: 'string', note: '' } };
	}
	if (text === 'object mapping string names to string values') {
		return { kind: 'map', value: { kind: 'string', note: '' } };
	}
	const members = /^(array of objects with|object with|object:) (.*)$/.exec(text);
	if (members !== null) {
		const object: ObjectType = { kind: 'object', fields: parseMembers(members[2] ?? '') };
		return members[1]?.startsWith('array') ? { kind: 'list', element: object } : object;
	}
	return parseValueType(text);
}

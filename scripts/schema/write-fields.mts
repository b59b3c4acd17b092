import { findObject, type FieldModel, type ObjectModel, type TypeModel } from './type-model.mts';
import { writeTable } from './write-table.mts';

/** Where a field came from in the service's interface document, which readers do not have. */
const PART_NUMBERS = /\s*(?:\bParts? \d+\.\d+(?:, \d+(?:\.\d+)?)*\.|\(part \d+\.\d+\))/g;

/** A table of an object's fields; those that hold objects are linked to their own part of the page. */
export function writeFields({ fields }: ObjectModel, anchors: Record<string, string> = {}): string {
	const rows = fields.map((field) => [
		`\`${field.name}\``,
		nameKind(field.type),
		[describe(field), ...linkObject(field, anchors)].join(' '),
	]);
	return writeTable(['field', 'type', 'what it is'], rows);
}

function linkObject({ name, type }: FieldModel, anchors: Record<string, string>): string[] {
	const object = findObject(type);
	const anchor = anchors[object?.name ?? ''] ?? anchors[name];
	return object === undefined || anchor === undefined ? [] : [`[Its fields](#${anchor}).`];
}

/** The author's words, without what only the project's own people can look up. */
function describe({ text }: FieldModel): string {
	return text.replaceAll(PART_NUMBERS, '').trim();
}

const KINDS = {
	string: 'text',
	number: 'number',
	boolean: 'true or false',
	any: 'anything',
	null: 'null',
	object: 'object',
} as const;

/** What kind of value it is, in words; that it may be null is said once for all. */
export function nameKind(type: TypeModel): string {
	if (type.kind === 'array') return `list of ${namePlural(type.items)}`;
	if (type.kind === 'choice') return type.values.map((value) => `\`${value}\``).join(' or ');
	return KINDS[type.kind];
}

function namePlural(type: TypeModel): string {
	return type.kind === 'object' ? 'objects' : type.kind === 'string' ? 'texts' : nameKind(type);
}

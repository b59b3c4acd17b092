import type { ObjectType, Type, ValueType } from './parse-type.mts';

/** Whether objects have every documented field, or some of them. */
type Extent = 'every field' | 'some fields';

function fitsValueType({ kind, note }: ValueType, value: unknown): boolean {
	switch (kind) {
		case 'any':
			return value !== undefined;
		case 'number':
			return typeof value === 'number' && Number.isFinite(value);
		case 'boolean':
			return typeof value === 'boolean';
		default:
			return typeof value === 'string' && value !== '' && fitsText(kind, note, value);
	}
}

function fitsText(kind: 'string' | 'uuid' | 'timestamp', note: string, text: string): boolean {
	if (kind === 'uuid') return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
	if (kind === 'timestamp') return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);
	if (note === 'URL') return URL.canParse(text);
	if (note === 'JSON text') return typeof JSON.parse(text) === 'object';
	// Numbers that are kept free for examples: nobody can be called by them.
	if (note === 'phone numbers') return /^\+1\d{3}55501\d\d$/.test(text);
	return true;
}

function fitsObjectType({ fields }: ObjectType, value: object, extent: Extent): boolean {
	const entries = Object.entries(value);
	if (extent === 'every field' && entries.length !== Object.keys(fields).length) return false;
	return entries.every(([key, held]) => {
		const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
		return field !== undefined && fitsType(field, held, extent);
	});
}

/** Whether a value is what its documented type promises, and not empty. */
export function fitsType(type: Type, value: unknown, extent: Extent = 'every field'): boolean {
	switch (type.kind) {
		case 'list':
			return (
				Array.isArray(value) &&
				value.length > 0 &&
				value.every((element) => fitsType(type.element, element, extent))
			);
		case 'map': {
			const values = Object.values(Object(value));
			return values.length > 0 && values.every((held) => fitsType(type.value, held, extent));
		}
		case 'object':
			return (
				typeof value === 'object' &&
				value !== null &&
				!Array.isArray(value) &&
				fitsObjectType(type, value, extent)
			);
		default:
			return fitsValueType(type, value);
	}
}

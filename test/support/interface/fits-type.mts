import * as z from 'zod/v4';
import type { Type, ValueType } from './parse-type.mts';

/** Whether objects have every documented field, or some of them. */
type Extent = 'every field' | 'some fields';

function buildText({ kind, note }: ValueType): z.ZodType {
	if (kind === 'uuid') return z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
	if (kind === 'timestamp') {
		return z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
	}
	if (note === 'URL') return z.url();
	if (note === 'JSON text')
		return z.string().refine((text) => typeof JSON.parse(text) === 'object');
	// Numbers that are kept free for examples: nobody can be called by them.
	return note === 'phone numbers' ? z.string().regex(/^\+1\d{3}55501\d\d$/) : z.string().min(1);
}

function buildSchema(type: Type, extent: Extent): z.ZodType {
	const build = (inner: Type) => buildSchema(inner, extent);
	switch (type.kind) {
		case 'list':
			return z.array(build(type.element)).nonempty();
		case 'map':
			return z.record(z.string(), build(type.value)).refine((map) => Object.keys(map).length > 0);
		case 'object': {
			const fields = Object.entries(type.fields).map(([name, field]) => [name, build(field)]);
			const object = z.strictObject(Object.fromEntries(fields));
			return extent === 'every field' ? object : object.partial();
		}
		case 'any':
			return z.unknown().refine((value) => value !== undefined);
		case 'number':
			return z.number();
		case 'boolean':
			return z.boolean();
		default:
			return buildText(type);
	}
}

/** Whether a value is what its documented type promises, and not empty. */
export const fitsType = (type: Type, value: unknown, extent: Extent): boolean =>
	buildSchema(type, extent).safeParse(value).success;

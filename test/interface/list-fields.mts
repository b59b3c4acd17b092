import type { Type } from './parse-type.mts';
import { readRecordType } from './read-record-type.mts';
import type { Shape } from './read-record-type.mts';

/** A documented field that holds a value, at its path in a full record: `history.0.metrics.e2e_latency`. */
export interface Field {
	path: string;
	type: Type;
}

function listFieldsOf(type: Type, path: string): Field[] {
	const join = (key: string) => (path === '' ? key : `${path}.${key}`);
	if (type.kind === 'object') {
		return Object.entries(type.fields).flatMap(([key, field]) => listFieldsOf(field, join(key)));
	}
	if (type.kind === 'list' && type.element.kind === 'object') {
		return listFieldsOf(type.element, join('0'));
	}
	const own = { path, type };
	return type.kind === 'map' ? [own, { path: join('utm_source'), type: type.value }] : [own];
}

/** Every field of a record, those of its objects and of the first element of each list included. */
export const listFields = (shape: Shape): Field[] => listFieldsOf(readRecordType(shape), '');

/** A property of something whose shape is not known, `undefined` if there is none. */
export function readProperty(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/**
 * The names of a type's fields in the order written. The compiler refuses a list that lacks one or
 * has one too many, so that what the editor offers cannot drift from the type.
 */
export function listKeys<Type extends object>(keys: Record<keyof Type, true>): readonly string[] {
	return Object.keys(keys);
}

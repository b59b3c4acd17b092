import type { JsonSchema } from '../../../scripts/schema/build-json-schema.mts';

/** An output with one thing wrong. */
export interface Mutation {
	/** What was done, and where: `dropped history[0].role`. */
	name: string;
	output: unknown;
}

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Every way in which an output can have lost, renamed or gained one field that its preview speaks of.
 * Of a list, the first element stands for all.
 */
export function listMutations(output: unknown, schema: JsonSchema): Mutation[] {
	return mutate(output, schema, '').map(({ name, value }) => ({ name, output: value }));
}

interface Mutated {
	name: string;
	value: unknown;
}

function mutate(value: unknown, schema: JsonSchema, path: string): Mutated[] {
	if (Array.isArray(value) && schema.items !== undefined) {
		const [first, ...others] = value;
		if (first === undefined) return [];
		return mutate(first, schema.items, `${path}[0]`).map((mutated) => ({
			...mutated,
			value: [mutated.value, ...others],
		}));
	}
	return isFields(value) ? mutateFields(value, schema, path) : [];
}

function mutateFields(fields: Fields, schema: JsonSchema, path: string): Mutated[] {
	const inside = Object.entries(schema.properties ?? {}).flatMap(([name, ofField]) =>
		mutate(fields[name], ofField, `${path}.${name}`).map((mutated) => ({
			...mutated,
			value: { ...fields, [name]: mutated.value },
		})),
	);
	const lost = (schema.required ?? []).flatMap((name) => {
		const { [name]: dropped, ...others } = fields;
		return [
			{ name: `dropped ${path}.${name}`, value: others },
			{ name: `renamed ${path}.${name}`, value: { ...others, [`${name}_2`]: dropped } },
		];
	});
	const gained =
		schema.additionalProperties === false
			? [{ name: `added to ${path}`, value: { ...fields, unheard_of: 1 } }]
			: [];
	return [...inside, ...lost, ...gained];
}

/** The places at which a schema accepts unknown fields: `history[].additional_fields`. */
export function listOpenPlaces(schema: JsonSchema, path = ''): string[] {
	const inside = Object.entries(schema.properties ?? {}).flatMap(([name, ofField]) =>
		listOpenPlaces(ofField, path === '' ? name : `${path}.${name}`),
	);
	const inList = schema.items === undefined ? [] : listOpenPlaces(schema.items, `${path}[]`);
	const holdsObjects = [schema.type].flat().includes('object');
	const isOpen = holdsObjects && schema.additionalProperties !== false;
	return [...(isOpen ? [path] : []), ...inside, ...inList];
}

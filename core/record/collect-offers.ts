import { isFiniteNumber, isObject, type JsonObject, type UnknownObject } from '../json/json';
import {
	findField,
	type CompiledField,
	type CompiledObject,
	type FieldKind,
} from './compile-object';
import { findVendorNames } from './find-vendor-names';
import { isPlain, isThere } from './read-cleanly';

/** A value under one of a field's names, and whether it is of the field's type. */
export type Offer = {
	field: CompiledField;
	key: string;
	value: unknown;
	rank: number;
	isOfKind: boolean;
};

/**
 * Which values are to be read or reported, in the order of their fields, and the keys of what is left
 * over. A plain value under a field's first name goes into the target at once, as nearly all do.
 */
export function collectOffers(
	object: CompiledObject,
	source: UnknownObject,
	target: JsonObject,
): { offers: Offer[]; leftKeys: string[] } {
	const offers: Offer[] = [];
	const unknownKeys: string[] = [];
	const offer = (field: CompiledField, key: string, rank: number) => {
		const value = source[key];
		offers.push({ field, key, value, rank, isOfKind: isOfKind(value, field.kind) });
	};
	const least = object.leastVendorNames;
	/** The names that a vendor's word may be in. */
	const candidates: string[] = [];
	let previous = object.beginning;
	// `for in` because the engine turns its loads into loads by position.
	for (const key in source) {
		const expected = previous.next;
		const field = expected?.wireName === key ? expected : findField(object, previous, key);
		if (field === undefined) {
			unknownKeys.push(key);
			candidates.push(key);
			continue;
		}
		previous = field;
		if (field.isVendorName) candidates.push(key);
		const value = source[key];
		if (value === undefined || value === null) continue;
		// Most are text, and a process that has just started pays for each call.
		const isText = typeof value === 'string' && field.plainType === 'string';
		if (field.rank === 0 && (isText || isPlain(value, field))) target[field.name] = value;
		else offer(field, key, field.rank);
	}
	const vendorNames =
		least > 0 && unknownKeys.length > 0 ? findVendorNames(candidates, least) : undefined;
	const unplacedKeys: string[] = [];
	for (const key of unknownKeys) {
		const field = object.byWireName[vendorNames?.get(key) ?? ''];
		if (field === undefined) unplacedKeys.push(key);
		else if (isThere(source[key])) offer(field, key, Infinity);
	}
	const leftKeys: string[] = [];
	const settled = settle(offers, target, leftKeys);
	return { offers: settled, leftKeys: leftKeys.concat(unplacedKeys) };
}

/**
 * Leaves of each field the offer that counts and, before it, those of a wrong type that would have
 * counted. The keys of all others become left over.
 */
function settle(offers: Offer[], target: JsonObject, leftKeys: string[]): Offer[] {
	const taken: Array<Offer | undefined> = [];
	for (const offer of offers) {
		const { field, key, rank } = offer;
		const other = taken[field.index];
		if (!offer.isOfKind || hasPlain(target, field) || (other !== undefined && other.rank <= rank)) {
			leftKeys.push(key);
		} else {
			if (other !== undefined) leftKeys.push(other.key);
			taken[field.index] = offer;
			// A vendor's name is a guess: the field as delivered is kept besides.
			if (rank === Infinity) leftKeys.push(key);
		}
	}
	// Each field has one: the list has them in the order of their fields, with gaps.
	if (leftKeys.length === 0) return taken.filter(isOffer);
	return offers
		.filter((offer) => {
			const counted = taken[offer.field.index];
			if (offer.isOfKind) return offer === counted;
			return !hasPlain(target, offer.field) && offer.rank < (counted?.rank ?? Infinity);
		})
		.sort((a, b) => a.field.index - b.field.index || Number(a.isOfKind) - Number(b.isOfKind));
}

const isOffer = (offer: Offer | undefined): offer is Offer => offer !== undefined;

/** Whether a value under the field's first name is in its place already. */
function hasPlain(target: JsonObject, { name, plainType }: CompiledField): boolean {
	return plainType !== null && isThere(target[name]);
}

/** The kinds as parse issues name them. */
export const EXPECTED: Readonly<Record<FieldKind, string>> = {
	string: 'string',
	number: 'number',
	boolean: 'boolean',
	any: 'any',
	jsonText: 'string',
	strings: 'array',
	map: 'object',
	object: 'object',
	objects: 'array',
};

function isOfKind(value: unknown, kind: FieldKind): boolean {
	switch (EXPECTED[kind]) {
		case 'number':
			return isFiniteNumber(value);
		case 'object':
			return isObject(value);
		case 'array':
			return Array.isArray(value);
		case 'any':
			return true;
		default:
			return typeof value === EXPECTED[kind];
	}
}

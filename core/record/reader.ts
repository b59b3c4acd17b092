import * as z from 'zod/v4-mini';
import { conversationSchema } from '../conversation/conversation';
import {
	type DeclaredField,
	listFields,
	listWireNames,
	type ObjectSchema,
	type WireForm,
} from '../conversation/declare-field';
import { turnSchema } from '../conversation/turn';
import {
	isObject,
	isSent,
	type JsonObject,
	type JsonValue,
	setOwn,
	type UnknownObject,
} from '../json';
import { foldName, foldWords } from '../text';
import { RECORD_LIMITS } from './limits';
import { nameType, type Reading } from './reading';
import { findValueReader, listOf, type ValueReader } from './value-readers';
import { findVendorNames } from './vendor-names';

type RecordField = ValueReader & {
	name: string;
	/** Its names on the wire; the first with a value that can be read counts. */
	wireNames: readonly string[];
	/** The field that takes its parsed text, such as `tool_arguments`. */
	parsedInto: string | undefined;
};

/** An object while it is read: as sent, its fields read so far, and what fits no field. */
type Place = { source: UnknownObject; target: JsonObject; rest: JsonObject; reading: Reading };

/**
 * Reads objects by their schema. A field takes the first of its names with a value that can be read. A value of a
 * wrong type is reported, and converted if its meaning is clear (`"42"` as a duration). What no field takes goes to
 * the nearest `additional_fields`: the object's own, else the parent's, under the object's name.
 */
export class ObjectReader {
	readonly #form: WireForm;
	readonly #fields: readonly RecordField[];
	readonly #known: ReadonlySet<string>;
	readonly #bySpelling: ReadonlyMap<string, RecordField>;
	readonly #names: readonly string[];
	/** `null` for every field; undefined for a lean object, which lacks what was not sent. */
	readonly #template: JsonObject | undefined;
	readonly #additional: DeclaredField | undefined;
	readonly #isHead: boolean;

	constructor(schema: ObjectSchema, form: WireForm) {
		const declared = listFields(schema);
		this.#form = form;
		this.#fields = declared
			.filter(({ facts: { isDerived, isKept } }) => !isDerived || (isKept && form === 'canonical'))
			.map((field) => ({
				...compileValue(field, form),
				name: field.name,
				wireNames: listWireNames(field, form),
				parsedInto: declared.find(({ facts }) => facts.parsedFrom === field.name)?.name,
			}));
		const allNames = this.#fields.map(({ wireNames }) => wireNames);
		this.#known = new Set(
			form === 'canonical' ? declared.map(({ name }) => name) : allNames.flat(),
		);
		this.#bySpelling = new Map(
			this.#fields.flatMap((field) => field.wireNames.map((name) => [foldWords(name), field])),
		);
		this.#names = declared.map(({ name }) => name);
		const isLean = declared.some(({ isOptional }) => isOptional);
		const empty = declared.map(({ name }) => [name, null] as const);
		this.#template = isLean ? undefined : Object.fromEntries(empty);
		this.#additional = declared.find(({ name }) => name === 'additional_fields');
		this.#isHead = schema === conversationSchema;
	}

	/** @param outerRest takes what is left over if the object does not keep it itself */
	read(source: UnknownObject, outerRest: JsonObject, reading: Reading): JsonObject {
		let keysToCome = Object.keys(source).length;
		const place: Place = {
			source,
			target: { ...this.#template },
			rest: this.#additional === undefined ? outerRest : {},
			reading,
		};
		this.#fields.forEach((field) => {
			// A turn has few of its schema's fields: once all keys of the turn were met, no field is read.
			if (keysToCome > 0) keysToCome -= readNames(field, place);
			if (field.isAlwaysThere && !isSent(place.target[field.name])) {
				take(field, field.name, {}, place);
			}
		});
		// Not read: fields that another node may have added to the top of a canonical conversation.
		const mayHaveOthers = !this.#isHead || this.#form !== 'canonical';
		const isSpelled = keysToCome > 0 && mayHaveOthers && this.#readUnknown(place);
		if (this.#additional) this.#setAdditional(place);
		return isSpelled ? this.#putInOrder(place.target) : place.target;
	}

	/** Reads documented names in another spelling, such as `agentTitle`. Returns whether there were any. */
	#readUnknown(place: Place): boolean {
		const { source, reading } = place;
		const keys = reading.listKeys(source);
		const taken = new Set<RecordField>();
		for (const key of keys) {
			if (this.#known.has(key)) continue;
			const value = source[key];
			const field = this.#bySpelling.get(foldName(key));
			if (field !== undefined && value === null) continue;
			const isNamed = field?.wireNames.some((name) => isSent(source[name]));
			if (field === undefined || taken.has(field) || isNamed) this.#keep(key, value, place);
			else if (isSent(value) && takeSpelled(field, key, value, place)) taken.add(field);
		}
		if (this.#isHead) this.#readVendorNames(keys, place);
		return taken.size > 0;
	}

	#putInOrder(target: JsonObject): JsonObject {
		const sent = this.#names.filter((name) => target[name] !== undefined);
		return Object.fromEntries(sent.map((name) => [name, target[name] ?? null]));
	}

	/** An `acme_room_name` read as `rtc_room_name` is kept, too: the match is a guess. */
	#readVendorNames(keys: readonly string[], place: Place): void {
		// Shape B is not documented with vendors' words: one such name alone proves nothing.
		const leastNames = this.#form === 'A' ? 1 : 2;
		for (const [key, name] of findVendorNames(keys, leastNames)) {
			const value = place.source[key];
			const field = isSent(place.target[name]) ? undefined : this.#findField(name);
			if (field !== undefined && isSent(value)) take(field, key, value, place);
		}
	}

	#setAdditional(place: Place): void {
		const isCanonical = this.#form === 'canonical';
		const leftOver = isCanonical ? place.source.additional_fields : undefined;
		if (isObject(leftOver)) this.#keepAgain(leftOver, place);
		const isAlwaysThere = !this.#additional?.isOptional && (!isCanonical || isObject(leftOver));
		if (isAlwaysThere || Object.keys(place.rest).length > 0) {
			place.target.additional_fields = place.rest;
		}
	}

	/** Adds the sent `additional_fields` whose names are free; of an object such as `history`, the names inside that are free. */
	#keepAgain(sent: UnknownObject, place: Place): void {
		const { target, rest, reading } = place;
		for (const key of reading.listKeys(sent)) {
			const value = sent[key];
			const now = Object.hasOwn(rest, key) ? rest[key] : undefined;
			const field = this.#findField(key);
			if (field !== undefined && isObject(value)) {
				// Name by name: `{"2": …, "7": …}` of a long list may have more names than one object may have.
				const inside = isObject(now) ? now : {};
				for (const name of Object.keys(value)) {
					if (!Object.hasOwn(inside, name)) reading.keep(inside, name, value[name]);
				}
				setOwn(rest, key, inside);
			} else if (now === undefined) {
				this.#keep(key, value, place);
			}
		}
		for (const field of this.#fields) takeParsed(field, rest[field.name], target);
	}

	#keep(key: string, value: unknown, { rest, reading }: Place): void {
		if (this.#isHead) reading.check(RECORD_LIMITS.nameLength, key.length);
		reading.keep(rest, key, value);
	}

	#findField(wanted: string | undefined): RecordField | undefined {
		return this.#fields.find(({ name }) => name === wanted);
	}
}

/** Reads a value of another type that says the same: `"62.5"`, or `'{"failed":true}'` for an object. */
function readOtherType(field: RecordField, key: string, value: unknown, place: Place) {
	const { rest, reading } = place;
	const restated = field.restate?.(value);
	const parsed = field.isNested ? reading.nested.parseNested(value) : undefined;
	if (restated === undefined && parsed === undefined) {
		reading.report(key, field.expected, nameType(value));
		return undefined;
	}
	reading.reportOnce(key, field.expected, nameType(value));
	return restated ?? reading.attempt(() => field.read(parsed, key, rest, reading));
}

/** Reads the values under a field's names. Returns how many of the names are there. */
function readNames(field: RecordField, place: Place): number {
	let met = 0;
	let isTaken = false;
	// By index: until V8 has optimized a loop, an iterator takes most of its time.
	for (let index = 0; index < field.wireNames.length; index += 1) {
		const key = field.wireNames[index] ?? '';
		const value = place.source[key];
		if (value === undefined) continue;
		met += 1;
		if (value === null) continue;
		if (isTaken) place.reading.keep(place.rest, key, value);
		else isTaken = take(field, key, value, place);
	}
	return met;
}

function take(field: RecordField, key: string, value: unknown, place: Place): boolean {
	const { target, rest, reading } = place;
	let read = field.read(value, key, rest, reading);
	if (read === undefined) read = readOtherType(field, key, value, place);
	if (read === undefined) {
		reading.keep(rest, key, value);
		takeParsed(field, rest[key], target);
		return false;
	}
	if (read === null) return false;
	target[field.name] = read;
	if (field.parsedInto !== undefined) {
		const parsed = reading.parseArguments(key, String(read));
		if (parsed !== null) target[field.parsedInto] = parsed;
	}
	return true;
}

/** What cannot be read, or would exceed a limit, is kept under the documented name, where every rule looks for it. */
function takeSpelled(field: RecordField, key: string, value: unknown, place: Place): boolean {
	const { rest, reading } = place;
	const [name = key] = field.wireNames;
	reading.reportOnce(key, `the name ${name}`, nameType(value));
	const unread: JsonObject = {};
	const isTaken = reading.attempt(() => take(field, key, value, { ...place, rest: unread }));
	if (isTaken === undefined) reading.keep(unread, key, value);
	const kept = unread[key];
	if (kept !== undefined) setOwn(rest, Object.hasOwn(rest, name) ? key : name, kept);
	return isTaken === true;
}

/** Arguments of a tool that came as an object are parsed already. */
function takeParsed({ parsedInto }: RecordField, kept: JsonValue | undefined, target: JsonObject) {
	if (parsedInto !== undefined && isObject(kept)) target[parsedInto] ??= kept;
}

function compileValue(
	{ name, schema, facts }: Pick<DeclaredField, 'name' | 'schema' | 'facts'>,
	form: WireForm,
): ValueReader {
	const plain = findValueReader(schema, facts);
	if (plain !== undefined) return plain;
	if (schema instanceof z.ZodMiniObject) return compileObject(schema, form);
	if (!(schema instanceof z.ZodMiniArray)) throw new Error(`No reader is known for ${name}`);
	const { element } = schema.def;
	if (!(element instanceof z.ZodMiniObject))
		return listOf(compileValue({ name, schema: element, facts }, form));
	const reader = new ObjectReader(element, form);
	const read: ValueReader['read'] = (value, _key, rest, reading) =>
		isObject(value) ? reader.read(value, rest, reading) : undefined;
	const limit = element === turnSchema ? RECORD_LIMITS.turns : RECORD_LIMITS.voiceSettings;
	return listOf({ expected: 'object', read }, limit);
}

function compileObject(schema: ObjectSchema, form: WireForm): ValueReader {
	const reader = new ObjectReader(schema, form);
	return {
		expected: 'object',
		isNested: true,
		isAlwaysThere: true,
		read(value, key, rest, reading) {
			if (!isObject(value)) return undefined;
			const inside = reading.enter(key);
			const target = reader.read(value, inside, reading);
			reading.leave(key, inside, rest);
			return target;
		},
	};
}

import { isObject, setOwn, type JsonObject, type JsonValue } from '../json/json';

const NULL_CHARACTER = '\u0000';
const REPLACEMENT = '\uFFFD';

/**
 * A flat item with U+FFFD for every U+0000, also in names: a table takes no text with that character,
 * and would reject the whole row. The item itself if it holds none.
 */
export function replaceNullCharacters(item: JsonObject): JsonObject {
	return holdsNullCharacter(item) ? cleanObject(item) : item;
}

function holdsNullCharacter(value: JsonValue): boolean {
	if (typeof value === 'string') return value.includes(NULL_CHARACTER);
	if (typeof value !== 'object' || value === null) return false;
	if (Array.isArray(value)) return value.some(holdsNullCharacter);
	// `for in` makes no list of the names: nearly no item holds the character.
	for (const name in value) {
		if (name.includes(NULL_CHARACTER) || holdsNullCharacter(value[name] ?? null)) return true;
	}
	return false;
}

function cleanObject(object: JsonObject): JsonObject {
	const cleaned: JsonObject = {};
	for (const [name, value] of Object.entries(object)) {
		setOwn(cleaned, cleanText(name), cleanValue(value));
	}
	return cleaned;
}

function cleanValue(value: JsonValue): JsonValue {
	if (typeof value === 'string') return cleanText(value);
	if (Array.isArray(value)) return value.map(cleanValue);
	return isObject(value) ? cleanObject(value) : value;
}

function cleanText(text: string): string {
	return text.replaceAll(NULL_CHARACTER, REPLACEMENT);
}

import type { Type, ValueType } from './parse-type.mts';
import { readRecordType } from './read-record-type.mts';
import type { Shape } from './read-record-type.mts';

export type Json = null | boolean | number | string | Json[] | JsonRecord;
export interface JsonRecord {
	[key: string]: Json;
}

/** What has a meaning for the transcript, which a text made of the field's name would lack. */
const meanings: Record<string, string> = { role: 'User' };

/** Numbers the values of a record, so no two are equal but true and false. */
type Count = () => number;

function buildValue({ kind, note }: ValueType, name: string, count: Count): Json {
	const number = count();
	switch (kind) {
		case 'boolean':
			return number % 2 === 0;
		case 'number':
			return number + 0.5;
		case 'timestamp':
			return new Date(Date.UTC(2026, 10, 3, 9, 15, number)).toISOString();
		case 'uuid':
			return `0b6a0c1e-6d1e-4c55-9d52-${number.toString().padStart(12, '0')}`;
		case 'any':
			return { number, texts: ['one', `${number}`] };
		case 'string':
			if (note === 'URL') return `https://media.example.com/${number}.wav?signature=test`;
			if (note === 'JSON text') return JSON.stringify({ number });
			return meanings[name] ?? `${name} ${number}`;
	}
}

function buildSample(type: Type, name: string, count: Count): Json {
	switch (type.kind) {
		case 'object':
			return Object.fromEntries(
				Object.entries(type.fields).map(([key, field]) => [key, buildSample(field, key, count)]),
			);
		case 'list':
			return [buildSample(type.element, name, count)];
		case 'map':
			return {
				utm_source: buildSample(type.value, name, count),
				ref: buildSample(type.value, name, count),
			};
		default:
			return buildValue(type, name, count);
	}
}

function writeFullRecord(shape: Shape): string {
	let number = 0;
	return JSON.stringify(buildSample(readRecordType(shape), '', () => (number += 1)));
}

const fullRecords: Record<Shape, string> = { A: writeFullRecord('A'), B: writeFullRecord('B') };

/** A record with a value of the documented type in every field that the document has. */
export const buildFullRecord = (shape: Shape): JsonRecord => JSON.parse(fullRecords[shape]);

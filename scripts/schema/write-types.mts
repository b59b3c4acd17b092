import * as z from 'zod/v4-mini';
import * as head from '../../core/conversation/conversation.ts';
import * as objects from '../../core/conversation/objects.ts';
import { listFields, type ObjectSchema } from '../../core/conversation/declare-field.ts';
import * as toolCalls from '../../core/conversation/tool-calls.ts';
import * as turn from '../../core/conversation/turn.ts';
import { IGNORED_BODY_REASONS } from '../../core/delivery/discarded-delivery.ts';
import { ENVELOPE_ERROR_CODES } from '../../core/delivery/envelope.ts';
import { RECORD_LIMITS } from '../../core/record/limits.ts';
import { describeFacts, SECTIONS } from './write-fields.mts';

/** As prettier breaks lines of code; it leaves comments as they are. */
const MAX_COLUMNS = 100;

/** The generated part of `index.d.ts`: the codes of `parseDelivery`, and a conversation. */
export function writeTypes(): string {
	const limits = Object.values(RECORD_LIMITS).map(({ code }) => code);
	const codes = new Set([...IGNORED_BODY_REASONS, ...ENVELOPE_ERROR_CODES, ...limits]);
	const members = [...codes].map((code) => `\n\t| '${code}'`).join('');
	const comment = writeComment(
		'Why `parseDelivery` could not read a delivery. The codes are stable.',
	);
	return [
		`${comment}export type DeliveryErrorCode =${members};`,
		...listInterfaces(head.conversationSchema).map(writeInterface),
	].join('\n\n');
}

/** The interface of an object is named after the schema that core exports: `turnSchema`, `Turn`. */
const names = new Map(
	Object.entries({ ...head, ...objects, ...turn, ...toolCalls }).flatMap(
		([name, exported]): [unknown, string][] =>
			exported instanceof z.ZodMiniObject
				? [[exported, `${name[0]?.toUpperCase()}${name.slice(1).replace(/Schema$/, '')}`]]
				: [],
	),
);

/** An object and every other with a name inside it, in the order in which they are read. */
function listInterfaces(object: ObjectSchema): ObjectSchema[] {
	const inside = listFields(object).flatMap(({ schema }) => {
		const inner = schema instanceof z.ZodMiniArray ? schema.def.element : schema;
		return inner instanceof z.ZodMiniObject ? listInterfaces(inner) : [];
	});
	return [...new Set([...(names.has(object) ? [object] : []), ...inside])];
}

const introductions = new Map([
	[
		head.conversationSchema,
		'A conversation of either shape. Every key is always there, also inside objects: `null` for what was not sent, except in turns.',
	],
	...SECTIONS.map(([, schema, introduction]): [ObjectSchema, string] => [schema, introduction]),
]);

function writeInterface(object: ObjectSchema): string {
	return `${writeComment(introductions.get(object) ?? '')}export interface ${names.get(object)} ${writeFields(object, '')}`;
}

function writeFields(object: ObjectSchema, indent: string): string {
	const fields = listFields(object).map((field) => {
		const description = [field.facts.description, ...describeFacts(field)].join(' ');
		const type = writeType(object.shape[field.name], `${indent}\t`);
		const mark = field.isOptional ? '?' : '';
		return `${writeComment(description, `${indent}\t`)}${indent}\t${field.name}${mark}: ${type};\n`;
	});
	return `{\n${fields.join('')}${indent}}`;
}

function writeType(schema: unknown, indent: string): string {
	if (schema instanceof z.ZodMiniOptional) return writeType(schema.def.innerType, indent);
	if (schema instanceof z.ZodMiniNullable) {
		return `${writeType(schema.def.innerType, indent)} | null`;
	}
	if (schema instanceof z.ZodMiniArray) return `${writeType(schema.def.element, indent)}[]`;
	if (schema instanceof z.ZodMiniRecord) {
		return `Record<string, ${writeType(schema.def.valueType, indent)}>`;
	}
	if (schema instanceof z.ZodMiniObject) return names.get(schema) ?? writeFields(schema, indent);
	if (schema instanceof z.ZodMiniEnum) {
		return Object.values(schema.def.entries)
			.map((value) => `'${value}'`)
			.join(' | ');
	}
	if (schema instanceof z.ZodMiniString) return 'string';
	if (schema instanceof z.ZodMiniNumber) return 'number';
	if (schema instanceof z.ZodMiniBoolean) return 'boolean';
	// The one custom type that core declares.
	if (schema instanceof z.ZodMiniCustom) return 'JsonValue';
	throw new Error('A conversation holds a type that index.d.ts has no word for');
}

/** A doc comment on one line, or on as many as it takes. */
function writeComment(text: string, indent = ''): string {
	const single = `${indent}/** ${text} */\n`;
	if (single.length <= MAX_COLUMNS - indent.length) return single;
	const lines = [''];
	for (const word of text.split(' ')) {
		const line = `${lines.at(-1)} ${word}`;
		if (line.length + 4 * indent.length + 2 <= MAX_COLUMNS) lines[lines.length - 1] = line;
		else lines.push(` ${word}`);
	}
	return `${indent}/**\n${lines.map((line) => `${indent} *${line}\n`).join('')}${indent} */\n`;
}

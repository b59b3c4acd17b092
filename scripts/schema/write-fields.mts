import * as z from 'zod/v4-mini';
import { listOutputFields } from '../../core/conversation/outputs.ts';
import { CONVERSATION_FIELDS } from '../../core/conversation/conversation.ts';
import {
	conversationStatisticsSchema,
	deliverySchema,
	latencyStatisticsSchema,
	operatorInviteSchema,
	parseIssueSchema,
	roomMetadataSchema,
	testEvalResultSchema,
	voiceSettingSchema,
} from '../../core/conversation/objects.ts';
import {
	listFields,
	unwrap,
	type DeclaredField,
	type ObjectSchema,
} from '../../core/conversation/declare-field.ts';
import { toolCallSchema } from '../../core/conversation/tool-calls.ts';
import { turnMetricsSchema, turnSchema } from '../../core/conversation/turn.ts';
import { RECORD_LIMITS } from '../../core/record/limits.ts';
import { MAX_PARSE_ISSUES } from '../../core/record/reading.ts';
import { writeTable } from '../write-table.mts';

/** Each object inside a conversation, in the order of the page: heading, schema, what comes before the table. */
export const SECTIONS: ReadonlyArray<readonly [string, ObjectSchema, string]> = [
	[
		'One turn',
		turnSchema,
		'An element of `history` and of `synthesized_chat_history`. It has the fields that were sent with a value, and always `metrics`: a field that is not there gives `undefined`.',
	],
	['Metrics of a turn', turnMetricsSchema, 'The service documents no unit of these numbers.'],
	['One tool call', toolCallSchema, 'An element of `tool_calls`.'],
	['Statistics', conversationStatisticsSchema, 'The node computes it from the record.'],
	[
		'Latency',
		latencyStatisticsSchema,
		'If no turn has the figure, `count` is 0, and the others are `null`.',
	],
	[
		'Delivery',
		deliverySchema,
		'`null` unless the trigger received the conversation. What the token says is `null` unless its signature is valid.',
	],
	['Test result', testEvalResultSchema, 'The outcome of an agent test.'],
	['Room', roomMetadataSchema, 'Information about the media room.'],
	['Operator invite', operatorInviteSchema, 'The invitation of a human operator.'],
	['Voice settings', voiceSettingSchema, 'A setting of the voice of a synthetic user.'],
	[
		'Parse issues',
		parseIssueSchema,
		'Values or names that are not as documented, and what is above a limit.',
	],
];

const ANCHORS = new Map(
	SECTIONS.map(([heading, schema]) => [schema, heading.toLowerCase().replaceAll(' ', '-')]),
);

/** The generated part of `docs/outputs.md`. */
export function writeConversationFields(): string {
	return [
		'### The conversation',
		writeFields(CONVERSATION_FIELDS, ANCHORS),
		...SECTIONS.flatMap(([heading, schema, intro]) => [
			`### ${heading}`,
			intro,
			writeFields(listFields(schema), ANCHORS),
		]),
		'### What Mask Numbers leaves',
		`A text of these fields stays under Mask Numbers as it is; only a number of the call itself is masked in it: ${listUnmasked(
			CONVERSATION_FIELDS,
		)
			.map((name) => `\`${name}\``)
			.join(', ')}.`,
		'### The columns of Flat',
		'Always these columns, in this order. A list is one text with one element per line.',
		listOutputFields('flat')
			.map((column) => `\`${column}\``)
			.join(', '),
	].join('\n\n');
}

/** Paths of the texts that no mask touches, as the declarations say it. */
function listUnmasked(fields: readonly DeclaredField[], path = ''): string[] {
	return fields.flatMap(({ name, schema, inner, facts }) => {
		const isText = schema instanceof z.ZodMiniString || schema instanceof z.ZodMiniArray;
		if (name === 'synthesized_chat_history' || facts.sensitivity === 'secret') return [];
		if (inner !== undefined) return listUnmasked(listFields(inner), `${path}${name}.`);
		return isText && facts.phoneNumber === undefined ? [`${path}${name}`] : [];
	});
}

/** The generated part of `docs/deliveries.md`: what a record may hold, as core declares it. */
export function writeRecordLimits(): string {
	const rows = Object.values(RECORD_LIMITS).map((limit) => [
		limit.counted,
		limit.maximum.toLocaleString('en'),
		'leftOut' in limit ? limit.leftOut : `rejected: \`${limit.code}\``,
	]);
	return [
		'### A conversation record',
		'What a caller, a web page or a model chooses costs no call: above its limit it is left out, and `parse_issues` names it. So it is with turns, the arguments of tools, URL parameters, and the value of a field that should be text. Texts other than the id have no limit but the size of the delivery.',
		'The other limits are passed only by a sender that makes a mistake: a delivery is rejected with 400; for an item, the action node fails with an error that has the same code.',
		writeTable(['what', 'at most', 'what is left out above it'], rows),
		`What stands beside \`data\` in an event is held to ${RECORD_LIMITS.unknownValues.maximum.toLocaleString('en')} values, ${RECORD_LIMITS.fields.maximum.toLocaleString('en')} fields in one object and ${RECORD_LIMITS.levels.maximum.toLocaleString('en')} levels; more is rejected with \`${RECORD_LIMITS.unknownValues.code}\`, \`${RECORD_LIMITS.fields.code}\` or \`${RECORD_LIMITS.levels.code}\`.`,
		`\`parse_issues\` has at most ${MAX_PARSE_ISSUES} entries; \`parse_issue_count\` counts those beyond, too.`,
	].join('\n\n');
}

/** Where on the page the fields of an object are. */
type Anchors = ReadonlyMap<ObjectSchema, string>;

/** A table of fields; those that hold objects are linked to their own part of the page. */
function writeFields(fields: readonly DeclaredField[], anchors: Anchors = new Map()): string {
	const rows = fields.map((field) => [
		`\`${field.name}\``,
		nameKind(field.schema),
		[field.facts.description, ...describeFacts(field), ...linkObject(field, anchors)].join(' '),
	]);
	return writeTable(['field', 'type', 'meaning'], rows);
}

/** Sentences on a field that follow its description. */
export function describeFacts({ facts }: DeclaredField): string[] {
	const { isOnlyInA, nameInB, sensitivity, vendorWord } = facts;
	return [
		...(vendorWord === undefined
			? []
			: [`On the wire, the name has a vendor's word instead of \`${vendorWord}\`.`]),
		...(nameInB === undefined ? [] : [`\`${nameInB}\` in shape B.`]),
		...(isOnlyInA === true ? ['Shape A only.'] : []),
		...(sensitivity === undefined ? [] : [sensitivity === 'secret' ? 'A secret.' : 'Personal.']),
	];
}

function linkObject({ inner }: DeclaredField, anchors: Anchors): string[] {
	const anchor = inner === undefined ? undefined : anchors.get(inner);
	return anchor === undefined ? [] : [`[Its fields](#${anchor}).`];
}

/** The kind of value in words. The page says once for all fields that a value may be null. */
function nameKind(schema: z.core.$ZodType): string {
	const inner = unwrap(schema);
	if (inner instanceof z.ZodMiniArray) return `list of ${namePlural(inner.def.element)}`;
	if (inner instanceof z.ZodMiniEnum) {
		return Object.values(inner.def.entries)
			.map((value) => `\`${value}\``)
			.join(' or ');
	}
	if (inner instanceof z.ZodMiniString) return 'text';
	if (inner instanceof z.ZodMiniNumber) return 'number';
	if (inner instanceof z.ZodMiniBoolean) return 'true or false';
	return inner instanceof z.ZodMiniCustom ? 'anything' : 'object';
}

function namePlural(schema: z.core.$ZodType): string {
	if (schema instanceof z.ZodMiniObject) return 'objects';
	return schema instanceof z.ZodMiniString ? 'texts' : nameKind(schema);
}

import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { OUTPUTS } from '../../../core/conversation/outputs.ts';
import { createRecord } from '../../../sandbox/conversations/create-record.mts';
import {
	allParameters,
	listChoices,
	setParameter,
} from '../../support/in-process/list-parameters.mts';
import { mutatedRecord } from '../../support/records/mutate-record.mts';

/** A delivery that began as a true one, and how the trigger is set. */
export interface GeneratedDelivery {
	body: Buffer;
	headers: Record<string, string>;
	parameters: INodeParameters;
}

const endedAtMs = Date.parse('2026-11-03T09:17:30Z');

/** A field of a rule needs its value, and a credential something to be off for. */
const NOT_ALONE = /^(?:field|is|withoutCredential)$/;

/** Events as the service sends them: both shapes, short ones and longer ones. */
const trueTexts = (['A', 'B'] as const).flatMap((shape) =>
	[0, 3, 40].map((turns) => {
		const { record } = createRecord(
			{ seed: turns + 1, endedAtMs, options: { shape, turns } },
			{ baseUrl: 'http://127.0.0.1:1', nowMs: endedAtMs },
		);
		return JSON.stringify({ event: 'ConversationComplete', data: record });
	}),
);

/** Pieces that mean something to a parser. */
const pieces = [
	'{', '}', '[', ']', '"', ':', ',', '\\', '\\u0000', '\\ud800', '0', '-', '1e999', 'null', 'true',
	'{}', '[]', '""', '{},', '[[', '{"a":', '"__proto__":', '"history":', '"event":', '"data":',
	'\uFEFF', '\0', '\u2028', ' ', '\n', '\t', '\u0315', '\u0300', '\u200d', '\u202e', '\\udc00',
]; // prettier-ignore

/** One change of the bytes: so many are taken out at a place, a share of the length, and a piece put there. */
const change = fc
	.record({
		at: fc.double({ min: 0, max: 1, noNaN: true }),
		taken: fc.oneof(fc.constantFrom(0, 0, 0, 1, Infinity), fc.nat(400)),
		// A piece, any byte, or so many of the bytes that stand there.
		piece: fc.oneof(
			fc.constantFrom(...pieces).map((text) => Buffer.from(text)),
			fc.nat(255).map((byte) => Buffer.from([byte])),
			fc.nat(400),
		),
		times: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.integer({ min: 0, max: 3000 })),
	})
	.map(({ at, taken, piece, times }) => (bytes: Buffer): Buffer => {
		const place = Math.floor(at * bytes.length);
		const given = typeof piece === 'number' ? bytes.subarray(place, place + piece) : piece;
		const added = Array.from({ length: times }, () => given);
		return Buffer.concat([bytes.subarray(0, place), ...added, bytes.subarray(place + taken)]);
	});

/** A true event with a few bytes changed: seldom JSON still. */
const changedBytes = fc
	.tuple(fc.constantFrom(...trueTexts), fc.array(change, { minLength: 1, maxLength: 4 }))
	.map(([text, changes]) =>
		changes.reduce<Buffer>((bytes, apply) => apply(bytes), Buffer.from(text)),
	);

/** Marks, halves of characters, joiners and what turns the direction of writing. */
const sign = fc.constantFrom(
	'\u0315', '\u0300', '\u0345', '\ud800', '\udc00', '\u200c', '\u200d', '\ufe0f', '\u202a', '\u202e', '\u2066',
	'\u2069', '\u061c',
); // prettier-ignore

/** Runs of them: long ones take long to normalize. */
const oddText = fc
	.array(fc.tuple(sign, fc.nat({ max: 20_000 })), { minLength: 1, maxLength: 3 })
	.map((runs) => `a${runs.map(([text, count]) => text.repeat(count)).join('')}`);

const eventName = fc.oneof(
	{ weight: 6, arbitrary: fc.constant('ConversationComplete') },
	fc.constantFrom(' conversationcomplete ', 'SessionStarted', '', '__proto__'),
	fc.string({ unit: 'binary', maxLength: 20 }),
	oddText,
);

/** Such a text in a field that a filter reads, and in a turn. */
const oddRecord = fc
	.record({
		event: eventName,
		name: fc.constantFrom(
			'agent_title',
			'campaign_name',
			'status',
			'language_locale_code',
			'to_number',
		),
		text: oddText,
	})
	.map(({ event, name, text }) =>
		Buffer.from(
			JSON.stringify({ event, data: { [name]: text, history: [{ role: text, content: text }] } }),
		),
	);

/** An event around a record that is JSON, but not what is documented. */
const brokenRecord = fc
	.tuple(eventName, mutatedRecord)
	.map(([event, data]) => Buffer.from(JSON.stringify({ event, data })));

/** An envelope with anything in it. */
const anyEnvelope = fc
	.oneof(
		fc.json({ maxDepth: 6 }),
		fc
			.tuple(eventName, fc.json())
			.map(([event, data]) => `{"event":${JSON.stringify(event)},"data":${data}}`),
	)
	.map((text) => Buffer.from(text));

const contentType = fc.oneof(
	{ weight: 8, arbitrary: fc.constant('application/json') },
	fc.constantFrom('text/plain', 'application/xml', 'application/octet-stream', '', 'multipart/x'),
	fc.string({ maxLength: 40 }),
);
const authorization = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(undefined) },
	fc.constantFrom(
		'Bearer',
		'Bearer  ',
		'Basic YTpi',
		'Bearer a.b.c',
		'bearer eyJhbGciOiJub25lIn0.e30.',
	),
	fc.string({ unit: 'binary', maxLength: 200 }).map((text) => `Bearer ${text}`),
);
/** A value that can be read of each parameter that says what becomes of a delivery. */
const settings = allParameters
	.filter(
		({ type, path }) =>
			type === 'voiceAgentTrigger' && /^(?:filters|options|outcomeRules)$/.test(String(path[0])),
	)
	.filter(({ property }) => !NOT_ALONE.test(property.name))
	.map(({ property, path }) => {
		const choices = listChoices(property).map((choice) => Object(choice).value);
		const example = property.placeholder?.replace('e.g. ', '') ?? 'a';
		const values: Partial<Record<typeof property.type, unknown[]>> = {
			boolean: [true, false],
			json: [property.default],
			multiOptions: choices.map((choice) => [choice]),
			number: [property.typeOptions?.minValue ?? 1, 60],
			options: choices,
		};
		const value = fc.constantFrom(...(values[property.type] ?? ['a', 'Zo\u00eb', example]));
		return value.map((chosen) => ({ path, chosen }));
	});

/** None, as most users, or a few of them. */
const parameters = fc
	.oneof(
		fc.constant([]),
		fc.subarray(settings, { maxLength: 4 }).chain((some) => fc.tuple(...some)),
	)
	.map((some) =>
		some.reduce<INodeParameters>((all, { path, chosen }) => setParameter(all, path, chosen), {}),
	);

/** A delivery of any of these kinds. fast-check shrinks one that fails to the plainest that still does. */
export const generatedDelivery: fc.Arbitrary<GeneratedDelivery> = fc
	.record({
		body: fc.oneof(
			{ weight: 5, arbitrary: brokenRecord },
			{ weight: 4, arbitrary: changedBytes },
			oddRecord,
			anyEnvelope,
		),
		contentType,
		authorization,
		output: fc.constantFrom(...OUTPUTS),
		mode: fc.constantFrom('reportOnly', 'reportOnly', 'off', 'off', 'require'),
		parameters,
	})
	.map(({ body, contentType: type, authorization: token, output, mode, parameters: more }) => ({
		body,
		headers: { 'content-type': type, ...(token !== undefined && { authorization: token }) },
		parameters: { output, verifyDeliveries: mode, ...more },
	}));

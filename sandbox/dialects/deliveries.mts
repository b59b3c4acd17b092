import { randomUUID } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { signAnew, toShapeB } from './rewrite.mts';
import type { OpenChoice, SentRecord } from './ways.mts';

const escape = (text: string) =>
	text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const reverse = (value: SentRecord): SentRecord =>
	Object.fromEntries(Object.entries(value).toReversed());

export const deliveryChoices: readonly OpenChoice[] = [
	{
		part: '6',
		asks: 'Which of the two shapes is delivered',
		dialects: {
			'shape-b': { does: 'Every call comes in shape B.', record: toShapeB },
			'shape-both': {
				does: 'Every call comes twice, first in shape A and then in shape B.',
				again: (record) => [toShapeB(record)],
			},
		},
	},
	{
		part: '2.4',
		asks: 'Whether the envelope is as shown',
		dialects: {
			'envelope-more': {
				does: 'The envelope has fields of its own.',
				wrap: (event, data) => ({ version: 3, attempt: 1, event, tenant: null, data }),
			},
			'envelope-none': { does: 'The record comes without an envelope.', wrap: (_, data) => data },
			'envelope-payload': {
				does: 'The record stands in payload.',
				wrap: (event, payload) => ({ event, payload }),
			},
			'envelope-text': {
				does: 'data is a text that holds JSON.',
				wrap: (event, data) => ({ event, data: JSON.stringify(data) }),
			},
			'envelope-list': {
				does: 'The envelope stands in a list.',
				wrap: (event, data) => [{ event, data }],
			},
			'envelope-batch': {
				does: 'Two calls come at once, in a list.',
				wrap: (event, data) => [
					{ event, data },
					{ event, data: { ...data, id: randomUUID() } },
				],
			},
		},
	},
	{
		part: '6',
		asks: 'Which events there are, and how they are named',
		dialects: {
			'event-lower-case': {
				does: 'The event is named conversationcomplete.',
				nameEvent: (name) => name.toLowerCase(),
			},
			'event-dotted': {
				does: 'The event is named conversation.completed.',
				nameEvent: (name) => (name === 'ConversationComplete' ? 'conversation.completed' : name),
			},
		},
	},
	{
		part: '6',
		asks: 'Whether there are other events',
		dialects: {
			'event-started': {
				does: 'A SessionStarted comes before each call.',
				earlier: ({ id, session_id }) => [
					{ event: 'SessionStarted', data: { id: id ?? session_id } },
				],
			},
			'event-empty': {
				does: 'A ConversationComplete without a field comes before each call.',
				earlier: () => [{ event: 'ConversationComplete', data: {} }],
			},
		},
	},
	{
		part: '6',
		asks: 'How the body is labelled',
		dialects: {
			'label-none': { does: 'It has no content type.', contentType: null },
			'label-charset': {
				does: 'Its content type has a charset in capitals.',
				contentType: 'application/json; charset="UTF-8"',
			},
			'label-own': {
				does: 'It has a type of its own.',
				contentType: 'application/vnd.service.event+json;v=2',
			},
			'label-text': { does: 'It is labelled as text.', contentType: 'text/plain' },
			'label-bytes': { does: 'It is labelled as bytes.', contentType: 'application/octet-stream' },
			'label-form': {
				does: 'It is labelled as a form.',
				contentType: 'application/x-www-form-urlencoded',
			},
			'label-latin': {
				does: 'Its content type has a charset that n8n does not know.',
				contentType: 'application/json; charset=iso-8859-1',
			},
		},
	},
	{
		part: '6',
		asks: 'How the body is encoded',
		dialects: {
			'encoded-gzip': {
				does: 'It is compressed by gzip.',
				encode: { name: 'gzip', encode: gzipSync },
			},
			'encoded-deflate': {
				does: 'It is compressed by deflate.',
				encode: { name: 'deflate', encode: deflateSync },
			},
			'encoded-brotli': {
				does: 'It is compressed by Brotli.',
				encode: { name: 'br', encode: (bytes) => brotliCompressSync(bytes) },
			},
			'encoded-utf-16': {
				does: 'Its text is UTF-16.',
				encode: { encode: (bytes) => Buffer.from(bytes.toString(), 'utf16le') },
			},
		},
	},
	{
		part: '6',
		asks: 'How the JSON is written',
		dialects: {
			'written-indented': {
				does: 'It is indented, between empty lines.',
				writeJson: (value) => `\r\n${JSON.stringify(value, null, '\t')}\r\n`,
			},
			'written-bom': {
				does: 'It begins with a byte order mark.',
				writeJson: (value) => `\uFEFF${JSON.stringify(value)}`,
			},
			'written-escaped': {
				does: 'Slashes and everything beyond ASCII are escaped.',
				writeJson: (value) => escape(JSON.stringify(value)).replaceAll('/', '\\/'),
			},
			'written-exponents': {
				does: 'Numbers are written with exponents.',
				writeJson: (value) =>
					JSON.stringify(value).replace(/("duration_seconds":[1-9]\d*)(?=[,}])/, '$10E-1'),
			},
			'written-nan': {
				does: 'A number that the service does not know is NaN.',
				writeJson: (value) => JSON.stringify(value).replace(/("duration_seconds":)[^,}]+/, '$1NaN'),
			},
			'written-data-first': {
				does: 'The fields of the envelope come in another order.',
				writeJson: (value) => JSON.stringify(Array.isArray(value) ? value : reverse(Object(value))),
			},
		},
	},
	{
		part: '6',
		asks: 'Whether a delivered call is sent again',
		dialects: {
			'again-same': { does: 'It is sent again, byte by byte.', again: (record) => [record] },
			'again-reordered': {
				does: 'It is sent again with its fields in another order.',
				again: (record) => [reverse(record)],
			},
			'again-signed-anew': {
				does: 'It is sent again with its links signed anew.',
				again: (record) => [signAnew(record)],
			},
			'again-later': {
				does: 'It is sent again in a later state.',
				again: (record) => [{ ...record, status: 'Reviewed' }],
			},
		},
	},
];

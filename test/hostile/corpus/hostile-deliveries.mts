import { deflateSync, gzipSync } from 'node:zlib';
import { numbers, repetitions, sizes } from './costly-records.mts';
import { names, values } from './odd-records.mts';
import { event, LONGEST } from './write-event.mts';
import type { Row } from './write-event.mts';

/** A delivery that somebody made up to do harm, and what the trigger makes of it. */
export interface HostileDelivery {
	name: string;
	/** Built when it is needed: all of them together are large. */
	body: () => string | Buffer;
	/** As `Received` has it. */
	outcome: string;
	contentType?: string;
}

/** What is not UTF-8, not JSON or not labeled as JSON. */
const bodies: Row[] = [
	['nothing', 'ignored no-event', () => ''],
	['two byte order marks', '400 body-not-json', () => `\uFEFF\uFEFF${event('{}')}`],
	['UTF-16 with a mark', '400 body-not-utf8', () => Buffer.from(`\uFEFF${event('{}')}`, 'utf16le')],
	...(
		[
			['no UTF-8', [0xff]],
			['an overlong slash', [0xc0, 0xaf]],
			['half a character in UTF-8', [0xed, 0xa0, 0x80]],
			['a character beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
			['a character that breaks off', [0xe2, 0x82]],
		] satisfies [string, number[]][]
	).map(
		([name, wrong]): Row => [
			name,
			'400 body-not-utf8',
			() => Buffer.concat([Buffer.from('{"event":"'), Buffer.from(wrong), Buffer.from('"}')]),
		],
	),
	['gzip that nobody unpacked', '400 body-not-utf8', () => gzipSync(event('{}'))],
	['deflate that nobody unpacked', '400 body-not-utf8', () => deflateSync(event('{}'))],
	['a small bomb', '400 body-not-utf8', () => gzipSync(Buffer.alloc(LONGEST))],
	['15.5 MB of zero bytes', '400 body-not-json', () => Buffer.alloc(LONGEST)],
	...[
		`${event('{}')}${event('{}')}`,
		`${event('{}')}\n${event('{}')}`,
		"{'event':'ConversationComplete','data':{}}",
		'{"event":"ConversationComplete","data":{},}',
		'{"event":"ConversationComplete","data":{"a":NaN}}',
		'/* */{"event":"ConversationComplete","data":{}}',
		")]}',\n{}",
		'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>',
	].map((text): Row => [`the text ${text.slice(0, 60)}`, '400 body-not-json', () => text]),
	['a number', 'ignored no-event', () => '1e999'],
	['a form', '400 body-not-json', () => 'event=a&data=b', 'application/x-www-form-urlencoded'],
	[
		'an event labelled as a form',
		'accepted',
		() => event('{"id":"hostile"}'),
		'application/x-www-form-urlencoded',
	],
	['an event labelled as an image', 'accepted', () => event('{"id":"hostile"}'), 'image/png'],
	['an event without a label', 'accepted', () => event('{"id":"hostile"}'), ''],
	['multipart', '400 body-not-json', () => event('{}'), 'multipart/form-data; boundary=a'],
	[
		'a label of 8 kB',
		'accepted',
		() => event('{"id":"hostile"}'),
		`application/json;${' '.repeat(8000)}`,
	],
];

/** Every delivery of the corpus. */
export const hostileDeliveries: HostileDelivery[] = [
	...sizes,
	...repetitions,
	...numbers,
	...names,
	...values,
	...bodies,
].map(([name, outcome, body, contentType]) => ({ name, outcome, body, contentType }));

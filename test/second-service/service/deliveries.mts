import { deflateSync, gzipSync } from 'node:zlib';
import { leaveOutNulls, readBack, toShapeB } from './records.mts';
import type { JsonObject } from './records.mts';

/** What the service sends: bytes and the headers that label them. */
export interface Sent {
	body: string | Buffer;
	headers: Record<string, string>;
}

export type Write = (record: JsonObject) => Sent;

const event = 'ConversationComplete';
const json = { 'Content-Type': 'application/json' };
const plain = (record: JsonObject) => JSON.stringify({ event, data: record });
const escape = (text: string) =>
	text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const labelled =
	(headers: Record<string, string>): Write =>
	(record) => ({ body: plain(record), headers });
const encoded =
	(name: string, encode: (bytes: Buffer) => Buffer): Write =>
	(record) => ({
		body: encode(Buffer.from(plain(record))),
		headers: { ...json, 'Content-Encoding': name },
	});
const changed =
	(change: (record: JsonObject) => JsonObject): Write =>
	(record) => ({ body: plain(change(record)), headers: json });

/** Ways of writing one record that mean the same. */
export const waysToWrite: Record<string, Write> = {
	'compact JSON': labelled(json),
	'indented JSON': (record) => ({
		body: `\r\n${JSON.stringify({ event, data: record }, null, '\t')}\r\n`,
		headers: json,
	}),
	'data before event': (record) => ({
		body: JSON.stringify({ data: record, event }),
		headers: json,
	}),
	gzip: encoded('gzip', gzipSync),
	deflate: encoded('deflate', deflateSync),
	'a byte order mark': (record) => ({ body: `\uFEFF${plain(record)}`, headers: json }),
	'escaped Unicode': (record) => ({ body: escape(plain(record)), headers: json }),
	'escaped slashes': (record) => ({ body: plain(record).replaceAll('/', '\\/'), headers: json }),
	'no content type': labelled({}),
	'a charset in capitals': labelled({ 'Content-Type': 'application/json; charset="UTF-8"' }),
	'a type of its own': labelled({ 'Content-Type': 'application/vnd.second.event+json;v=2' }),
	'labelled as text': labelled({ 'Content-Type': 'text/plain; charset=us-ascii' }),
	'labelled as bytes': labelled({ 'Content-Type': 'application/octet-stream' }),
	'labelled as a form': labelled({ 'Content-Type': 'application/x-www-form-urlencoded' }),
	'numbers with exponents': (record) => ({
		body: plain(record).replace('"duration_seconds":62.5', '"duration_seconds":625E-1'),
		headers: json,
	}),
	'keys in the order of a database': changed((record) => ({
		...readBack(record),
		// The rest of what a database changes is no way to write the same.
		...Object.fromEntries(Object.entries(record).filter(([name]) => /_(at|url)$/.test(name))),
	})),
	'nulls left out': changed((record) => ({ ...Object(leaveOutNulls(record)) })),
};

/** Ways that change the record or its envelope, and none of what both shapes share. */
export const waysToDescribe: Record<string, Write> = {
	'shape B': changed(toShapeB),
	'fields of its own in the envelope': (record) => ({
		body: JSON.stringify({ version: 3, attempt: 1, event, tenant: null, data: record }),
		headers: { ...json, 'X-Attempt': '1' },
	}),
	'a vendor word in place of rtc': changed((record) => ({
		...record,
		acme_room_name: 'room-7',
		acme_job_id: 'job-7',
		acme_dispatch_id: 'dispatch-7',
	})),
	'undocumented fields of every type': changed((record) => ({
		...record,
		cost: { amount: 1.25, parts: [[1], { deep: null }] },
		tags: ['a', null],
		archived: false,
	})),
	'moments with an offset': changed((record) => ({
		...record,
		started_at: '2025-03-04T11:11:12.123+01:00',
		ended_at: '2025-03-04 10:12:14Z',
	})),
};

/** Posts to a webhook; resolves to the status. */
export async function send(url: string, { body, headers }: Sent): Promise<number> {
	const bytes = new Uint8Array(Buffer.from(body));
	const response = await fetch(url, { method: 'POST', body: bytes, headers });
	await response.arrayBuffer();
	return response.status;
}

/** Posts once more as a worker does that reads the record back from the database. */
export async function sendAgain(url: string, record: JsonObject): Promise<number> {
	return await send(url, { body: plain(readBack(record)), headers: json });
}

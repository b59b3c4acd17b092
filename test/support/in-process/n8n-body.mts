import type { IncomingMessage } from 'node:http';
import { parse as parseForm } from 'node:querystring';
import { buffer } from 'node:stream/consumers';
import { createGunzip, createInflate } from 'node:zlib';

/** The types (Content-Type) whose bodies n8n parses itself, before it asks a node. */
const readLabels = /^(?:application\/json|text\/plain|application\/x-www-form-urlencoded)/;

/** A body as n8n hands it to a node. */
export interface ReadBody {
	bytes: Buffer;
	/** What n8n made of the bytes; undefined if n8n does not parse the Content-Type. */
	value: unknown;
}

/**
 * Reads a body as n8n does before it asks a node (test/e2e/response-bodies shows it). `undefined` if n8n answers
 * with 422 instead: the body is not what its label says, such as JSON with NaN, or in an unknown charset or
 * compression.
 */
export async function readBody(request: IncomingMessage): Promise<ReadBody | undefined> {
	const { 'content-encoding': encoding, 'content-type': label = '' } = request.headers;
	const decoder = { gzip: createGunzip, deflate: createInflate }[encoding ?? ''];
	const bytes = await buffer(decoder === undefined ? request : request.pipe(decoder()));
	const [type = ''] = label.toLowerCase().split(';');
	if (!readLabels.test(type) || bytes.length === 0) return { bytes, value: undefined };
	const charset = /;\s*charset="?([^";]+)/i.exec(label)?.[1] ?? 'utf-8';
	if (!Buffer.isEncoding(charset)) return undefined;
	const text = bytes.toString(charset).replace(/^\uFEFF/, '');
	if (type === 'text/plain') return { bytes, value: text };
	if (type !== 'application/json') return { bytes, value: { ...parseForm(text) } };
	try {
		return { bytes, value: JSON.parse(text) };
	} catch {
		return undefined;
	}
}

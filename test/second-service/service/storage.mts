import { toJson } from './serve.mts';
import type { Part, Reply } from './serve.mts';

/** One second of silence, 8 kHz, mono. */
export const wave = createWave(8000);

const signedPath = '/objects/9f86d081884c7d65';
const asObject = { 'Content-Type': 'binary/octet-stream' };

const files: Record<string, Reply> = {
	'/recordings/call.wav': {
		status: 307,
		headers: { Location: `${signedPath}?X-Signature=ab12&X-Expires=60` },
	},
	[signedPath]: { status: 200, headers: asObject, body: wave },
	'/recordings/named': {
		status: 200,
		headers: asObject,
		body: wave,
	},
	'/recordings/labelled.wav': {
		status: 200,
		headers: { 'Content-Type': 'text/html' },
		body: wave,
	},
	'/recordings/later.wav': toJson(202, { state: 'processing' }, { 'Retry-After': '30' }),
	'/recordings/login.wav': {
		status: 200,
		headers: { 'Content-Type': 'text/html; charset=utf-8' },
		body: '\r\n<!DOCTYPE html><html><title>Sign in</title></html>',
	},
	'/recordings/page-as-audio.wav': {
		status: 200,
		headers: { 'Content-Type': 'audio/wav' },
		body: '<html><body>Sign in</body></html>',
	},
	'/recordings/denied.wav': {
		status: 200,
		headers: { 'Content-Type': 'application/xml' },
		body: '\uFEFF<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
	},
	'/recordings/problem.wav': toJson(200, { error: 'not found' }),
	'/recordings/empty.wav': { status: 200, headers: { 'Content-Type': 'audio/wav' }, body: '' },
	'/recordings/truncated.wav': {
		status: 200,
		headers: { 'Content-Type': 'audio/wav', 'Content-Length': String(wave.length) },
		body: wave.subarray(0, wave.length / 2),
		cut: true,
	},
	'/recordings/expired.wav': {
		status: 403,
		headers: { 'Content-Type': 'application/xml' },
		body: '<?xml version="1.0"?><Error><Message>Request has expired</Message></Error>',
	},
};

/** Where the audio URLs of a record lead. */
export const storage: Part = ({ method, path }) => (method === 'GET' ? files[path] : undefined);

function createWave(samples: number): Buffer {
	const head = Buffer.alloc(44);
	head.write('RIFF', 0);
	head.writeUInt32LE(36 + samples, 4);
	head.write('WAVEfmt ', 8);
	head.writeUInt32LE(16, 16);
	head.writeUInt16LE(1, 20);
	head.writeUInt16LE(1, 22);
	head.writeUInt32LE(8000, 24);
	head.writeUInt32LE(8000, 28);
	head.writeUInt16LE(1, 32);
	head.writeUInt16LE(8, 34);
	head.write('data', 36);
	head.writeUInt32LE(samples, 40);
	return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}

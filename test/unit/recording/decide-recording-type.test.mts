import { decideRecordingType } from '../../../core/recording.ts';
import type { RecordingBody } from '../../../core/recording.ts';

const site = 'https://files.example.com';
/** Raw samples: a format without a mark. */
const unknownBytes = '\xFE\x01\x7F\x00\x02';

const decide = ({ path = '/recordings/1', ...body }: Partial<RecordingBody> & { path?: string }) =>
	decideRecordingType({
		start: unknownBytes,
		contentDisposition: undefined,
		contentType: undefined,
		urls: [new URL(path, site)],
		...body,
	});

describe('what is stored', () => {
	test.each([
		['audio/wav', 'audio/wav', 'wav'],
		['Audio/X-WAV; charset=binary', 'audio/wav', 'wav'],
		['audio/mpeg', 'audio/mpeg', 'mp3'],
		['audio/mp4', 'audio/mp4', 'm4a'],
		['audio/x-new', 'audio/x-new', 'bin'],
	])('of content type %s is %s, .%s', (contentType, mimeType, extension) => {
		expect(decide({ contentType })).toEqual({ mimeType, extension });
	});

	test.each([undefined, 'binary/octet-stream', 'audio/', 'audio/wav/../html'])(
		'has the extension of the address if the content type is %s',
		(contentType) => {
			expect(decide({ contentType, path: '/1/call.MP3?x=.html' })).toEqual({
				mimeType: 'audio/mpeg',
				extension: 'mp3',
			});
			expect(decide({ contentType })).toEqual({
				mimeType: 'application/octet-stream',
				extension: 'bin',
			});
		},
	);

	test.each(['/1.html', '/1.exe', '/1.constructor', '/1.', '/a.wav/'])(
		'never has the extension of %s',
		(path) => {
			expect(decide({ path })?.extension).toBe('bin');
		},
	);

	test('is named by Content-Disposition, the type, the last address, the first, the first bytes', () => {
		const known = {
			contentDisposition: 'attachment; filename="call.flac"',
			contentType: 'audio/mpeg',
			urls: [new URL('/1.m4a', site), new URL('/2.aac', site)],
			start: 'RIFF',
		};
		const extensions = [
			known,
			{ ...known, contentDisposition: 'attachment; filename="call"' },
			{ ...known, contentDisposition: 'inline', contentType: 'binary/octet-stream' },
			{ start: 'RIFF', urls: [new URL('/1.m4a', site), new URL('/2', site)] },
			{ start: 'RIFF' },
		].map((body) => decide(body)?.extension);
		expect(extensions).toEqual(['flac', 'mp3', 'aac', 'm4a', 'wav']);
	});

	test.each([
		['attachment; filename=call.opus', 'opus'],
		["attachment; filename*=UTF-8''Gespr%C3%A4ch.mp3", 'mp3'],
		['attachment; filename="a;b.WAV"; size=4', 'wav'],
		['attachment; filename="../../call.html"', 'bin'],
		['attachment; filename="call.wav.exe"', 'bin'],
	])('has of %s at most a known extension', (contentDisposition, extension) => {
		expect(decide({ contentDisposition })?.extension).toBe(extension);
	});
});

describe('what is no recording', () => {
	test.each([
		['nothing', ''],
		['white space', ' \r\n'.repeat(300)],
		['a web page', '<!DOCTYPE html><html>'],
		['a web page after white space', '\n\n  <html lang="de">'],
		['a web page in windows-1252', '<html><title>Anmeldung f\xFCr \x93alle\x94'],
		['an error in XML', '\xEF\xBB\xBF<?xml version="1.0"?><Error>'],
		['XML without a declaration', '<Error><Code>AccessDenied</Code></Error>'],
		['an object in JSON', '{ "error": "expired" }'],
		['an empty object in JSON', '{}\n'],
		['a list in JSON', '[{"code":403}]'],
	])('%s, though the link and its label say audio', (_name, start) => {
		expect(
			decide({
				start,
				contentDisposition: 'attachment; filename="1.wav"',
				contentType: 'audio/wav',
				path: '/1.wav',
			}),
		).toBeUndefined();
	});

	test.each([
		'text/html; charset=utf-16',
		'application/json',
		'Application/XML',
		'application/problem+json',
	])('bytes that say nothing with content type %s', (contentType) => {
		expect(decide({ contentType, path: '/1.wav' })).toBeUndefined();
		const utf16 = '\xFF\xFE<\0h\0';
		expect(decide({ contentType, path: '/1.wav', start: utf16 })).toBeUndefined();
	});
});

test.each([
	['RIFF\x24\0\0\0WAVEfmt ', 'audio/wav'],
	['ID3\x04\0', 'audio/mpeg'],
	['\xFF\xFB\x90\x64', 'audio/mpeg'],
	['\xFF\xF1\x50\x80', 'audio/aac'],
	['fLaC\0', 'audio/flac'],
	['OggS\0', 'audio/ogg'],
	['\0\0\0\x20ftypM4A ', 'audio/mp4'],
	['\0\0\0\x20ftypisom', 'video/mp4'],
	['\x1A\x45\xDF\xA3\x9F', 'video/webm'],
	['FORM\0\0\0\0AIFF', 'audio/aiff'],
	['#!AMR\n', 'audio/amr'],
])(
	'audio that begins with %j is taken from a script that calls it text/html',
	(start, mimeType) => {
		expect(decide({ start, contentType: 'text/html', path: '/download.php' })).toMatchObject({
			mimeType,
		});
	},
);

test.each([
	['u-law', '\xFF\xFE\x7B\x7D\xFF'],
	['u-law that begins like JSON', '{\xFF\x7E\x7D'],
	['16-bit samples that begin like XML', '<\0a\0'],
	['samples that begin like a tag', '<a\x01\0'],
])('%s without a mark is taken', (_name, start) => {
	expect(decide({ start, contentType: 'audio/basic' })).toMatchObject({ mimeType: 'audio/basic' });
});

import type { Context } from 'koa';
import { changeFields, changeLinks } from './rewrite.mts';
import type { Dialect, OpenChoice } from './ways.mts';

const withoutLinks = (_link: URL) => null;

/** A storage that answers something else than the file. */
function answering(does: string, status: number, type: string, body: string): Dialect {
	return {
		does,
		answerRecording: (ctx) => {
			ctx.status = status;
			ctx.body = body;
			ctx.set('content-type', type);
		},
	};
}

const relabel = (does: string, headers: Record<string, string>): Dialect => ({
	does,
	answerRecording: (ctx) => ctx.set(headers),
});

/** Cuts the connection behind half of the bytes that were promised. */
function cutInHalf(ctx: Context): void {
	const length = ctx.length ?? 0;
	ctx.respond = false;
	ctx.res.writeHead(200, { 'content-type': 'audio/wav', 'content-length': length });
	ctx.res.write(Buffer.alloc(Math.floor(length / 2), 'RIFF'), () => ctx.res.destroy());
}

export const recordingChoices: readonly OpenChoice[] = [
	{
		part: '2.5',
		asks: 'Where a recording is, and when',
		dialects: {
			'recording-none': {
				does: 'No call has a recording.',
				record: (record) => ({
					...changeLinks(record, withoutLinks),
					has_audio: false,
					audio_url_expires_at: null,
				}),
			},
			'recording-relative': {
				does: 'A link has no host.',
				record: (record) => changeLinks(record, ({ pathname, search }) => `${pathname}${search}`),
			},
			'recording-late': {
				does: 'A call comes without its links, and again with them.',
				first: (record) => changeLinks(record, withoutLinks),
				again: (record) => [record],
			},
			'recording-ends': { does: 'A link has ended when it comes.', linkSeconds: 0 },
			'recording-year-1': {
				does: 'A link ends in the year 1, which means never.',
				record: (record) =>
					changeFields(record, ['audio_url_expires_at'], (moment) =>
						moment === null ? null : '0001-01-01T00:00:00',
					),
			},
			'recording-other-host': {
				does: 'A link leads to another host.',
				record: (record) =>
					changeLinks(record, (link) => link.href.replace('//127.0.0.1', '//localhost')),
			},
		},
	},
	{
		part: '2.5',
		asks: 'What the storage of recordings answers',
		dialects: {
			'storage-redirects': {
				does: 'It redirects to a path without an extension.',
				answerRecording: (ctx) => {
					if (!ctx.path.endsWith('.wav')) return;
					ctx.status = 307;
					ctx.set('location', `${ctx.path.slice(0, -'.wav'.length)}${ctx.search}`);
					ctx.body = '';
				},
			},
			'storage-names-file': relabel('It names the file, and its type is binary/octet-stream.', {
				'content-type': 'binary/octet-stream',
				'content-disposition': `attachment; filename="call.bin"; filename*=UTF-8''Anruf%20%C3%BC.wav`,
			}),
			'storage-labels-page': relabel('It labels a recording as a web page.', {
				'content-type': 'text/html',
			}),
			'storage-accepted': answering(
				'It answers 202 while the file is made.',
				202,
				'application/json',
				'{"state":"processing"}',
			),
			'storage-sign-in': answering(
				'It answers a page to sign in at.',
				200,
				'text/html',
				'<!DOCTYPE html><html><title>Sign in</title></html>',
			),
			'storage-page-as-audio': answering(
				'It labels a page as audio.',
				200,
				'audio/wav',
				'<html><body>Sign in</body></html>',
			),
			'storage-xml': answering(
				'It answers XML.',
				200,
				'application/xml',
				'\uFEFF<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
			),
			'storage-json': answering(
				'It answers JSON.',
				200,
				'application/json',
				'{"error":"not found"}',
			),
			'storage-empty': answering('It answers nothing.', 200, 'audio/wav', ''),
			'storage-half': { does: 'It sends half of a file.', answerRecording: cutInHalf },
		},
	},
];

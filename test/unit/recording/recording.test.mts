import {
	listRecordingLinks,
	RECORDING_TRACKS,
	isExpiryRejection,
} from '../../../core/recording/links.ts';
import { decideRecordingType, type RecordingBody } from '../../../core/recording/media-type.ts';
import { explainStatus } from '../../../nodes/shared/http/statuses.ts';
import recordings from '../../fixtures/recordings.json' with { type: 'json' };
import { convert } from '../../support/records/read-fixture.mts';

const { contentTypes, noRecordings, marks, withoutMark } = recordings;
const expiresAt = '2026-11-21T10:00:00.000Z';
const expiresMs = Date.parse(expiresAt);

const site = 'https://files.example.com';

test('every track has the URL of its own field', () => {
	const urls = {
		...{ audio_url: `${site}/conversation`, agent_audio_url: `${site}/agent` },
		...{ user_raw_audio_url: `${site}/user_raw`, user_cleaned_audio_url: `${site}/user_cleaned` },
		...{ synthesized_audio_url: `${site}/synthesized`, audio_url_expires_at: expiresAt },
	};
	expect(listRecordingLinks(convert(urls), RECORDING_TRACKS)).toEqual(
		['conversation', 'agent', 'user_raw', 'user_cleaned', 'synthesized'].map((track) => ({
			track,
			url: `${site}/${track}`,
			expiresAt,
			isAnnounced: false,
		})),
	);
});

test('known tracks come once and in their own order, null where the record has none, a blank one or a word for nothing', () => {
	const links = { audio_url: `${site}/1`, agent_audio_url: ' ' };
	const conversation = convert({ ...links, user_raw_audio_url: 'null' });
	const asked = [
		'agent',
		'user_raw',
		'conversation',
		'agent',
		'Conversation',
		'',
		'toString',
		null,
		1,
	];
	const known = { expiresAt: null, isAnnounced: false };
	expect(listRecordingLinks(conversation, asked)).toEqual([
		{ track: 'conversation', url: `${site}/1`, ...known },
		{ track: 'agent', url: null, ...known },
		{ track: 'user_raw', url: null, ...known },
	]);
});

const isExpired = (status: number, start: string, expiresAt: string | null, nowMs: number) =>
	isExpiryRejection(explainStatus(status).expiry, start, { expiresAt }, nowMs);

test.each([null, '', 'tomorrow', '17637156', '0001-01-01T00:00:00'])(
	'a link that expires at "%s" is never called expired',
	(text) => {
		expect(isExpired(403, '', text, Number.MAX_SAFE_INTEGER)).toBe(false);
	},
);

test.each([200, 400, 401, 403, 404, 410, 429, 500, 503])(
	'status %i means expired after the moment if a storage rejects a link with it',
	(status) => {
		const isRejection = [401, 403, 404, 410].includes(status);
		expect(isExpired(status, '', expiresAt, expiresMs)).toBe(isRejection);
		expect(isExpired(status, '', expiresAt, expiresMs - 1)).toBe(false);
	},
);

const xml = (code: string, message: string) =>
	`<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;

test.each([
	['XML of S3', 403, xml('AccessDenied', 'Request has expired'), true],
	['the same without a declaration', 403, '<Error><Message>Request has expired', true],
	['the same after a mark of UTF-8', 403, `\xEF\xBB\xBF${xml('Expired', 'x')}`, true],
	['XML of a token', 400, xml('ExpiredToken', 'The provided token has gone.'), true],
	['JSON of a token', 400, '{"code":"ExpiredToken"}', true],
	['XML that says otherwise', 403, xml('AccessDenied', 'Access Denied'), false],
	['another 400', 400, xml('InvalidRequest', 'The policy has expired'), false],
	['a web page', 403, '<!doctype html><p>Your session has expired</p>', false],
	['XML of a server that fails', 500, xml('InternalError', 'expired'), false],
])('without a moment, %s (%i) tells whether it has expired', (_, status, start, expected) => {
	expect(isExpired(status, start, null, 0)).toBe(expected);
});

/** Raw samples: a format without a mark. */
const unknownBytes = '\xFE\x01\x7F\x00\x02';

const decide = ({ path = '/recordings/1', ...body }: Partial<RecordingBody> & { path?: string }) =>
	decideRecordingType({
		start: unknownBytes,
		contentType: undefined,
		urls: [new URL(path, site)],
		...body,
	});

describe('what is stored', () => {
	test.each(contentTypes)(
		'of content type $contentType is $mimeType, .$extension',
		({ contentType, ...expected }) => {
			expect(decide({ contentType })).toEqual(expected);
		},
	);

	test.each([undefined, 'binary/octet-stream', 'audio/', 'audio/wav/../html'])(
		'has the extension of the address if the content type is %s',
		(contentType) => {
			const mp3 = { mimeType: 'audio/mpeg', extension: 'mp3' };
			expect(decide({ contentType, path: '/1/call.MP3?x=.html' })).toEqual(mp3);
			const unknown = { mimeType: 'application/octet-stream', extension: 'bin' };
			expect(decide({ contentType })).toEqual(unknown);
		},
	);

	test.each(['/1.html', '/1.exe', '/1.constructor', '/1.', '/a.wav/'])(
		'never has the extension of %s',
		(path) => {
			expect(decide({ path })?.extension).toBe('bin');
		},
	);

	test('has the type of the first bytes, the content type, the last address, the first', () => {
		const known = {
			contentType: 'audio/mpeg',
			urls: [new URL('/1.m4a', site), new URL('/2.aac', site)],
			start: 'RIFF',
		};
		const extensions = [
			known,
			{ ...known, start: unknownBytes },
			{ ...known, start: unknownBytes, contentType: 'binary/octet-stream' },
			{ urls: [new URL('/1.m4a', site), new URL('/2', site)] },
		].map((body) => decide(body)?.extension);
		expect(extensions).toEqual(['wav', 'mp3', 'aac', 'm4a']);
		expect(decide(known)?.mimeType).toBe('audio/wav');
	});

	test.each([
		['audio/mp4', 'audio/mp4', 'm4a'],
		['audio/webm', 'audio/webm', 'weba'],
		['binary/octet-stream', 'video/mp4', 'mp4'],
	])('in a container of video with content type %s is %s', (contentType, mimeType, extension) => {
		const start = '\0\0\0\x20ftypisom';
		expect(decide({ contentType, start })).toEqual({ mimeType, extension });
	});
});

describe('what is no recording', () => {
	test.each([...Object.entries(noRecordings), ['white space', ' \r\n'.repeat(300)]])(
		'%s, though the link and its label say audio',
		(_name, start) => {
			const label = { contentType: 'audio/wav', path: '/1.wav' };
			expect(decide({ start, ...label })).toBeUndefined();
		},
	);

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

test.each(Object.entries(marks))(
	'audio that begins with %j is taken from a script that calls it text/html',
	(start, mimeType) => {
		expect(decide({ start, contentType: 'text/html', path: '/download.php' })).toMatchObject({
			mimeType,
		});
	},
);

test.each(Object.entries(withoutMark))('%s without a mark is taken', (_name, start) => {
	expect(decide({ start, contentType: 'audio/basic' })).toMatchObject({ mimeType: 'audio/basic' });
});

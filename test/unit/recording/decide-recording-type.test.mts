import { decideRecordingType } from '../../../core/index.ts';

const decide = (contentType: string | undefined, path = '/recordings/1') =>
	decideRecordingType({ contentType, url: new URL(path, 'https://files.example.com') });

test.each([
	['audio/wav', 'audio/wav', 'wav'],
	['Audio/X-WAV; charset=binary', 'audio/wav', 'wav'],
	['audio/mpeg', 'audio/mpeg', 'mp3'],
	['audio/ogg;codecs=opus', 'audio/ogg', 'ogg'],
	['audio/mp4', 'audio/mp4', 'm4a'],
	['video/mp4', 'video/mp4', 'mp4'],
	['audio/x-new', 'audio/x-new', 'bin'],
])('content type %s is stored as %s, .%s', (contentType, mimeType, extension) => {
	expect(decide(contentType)).toEqual({ mimeType, extension });
});

test.each([
	undefined,
	'',
	'application/octet-stream',
	'text/html',
	'image/svg+xml',
	'audio/',
	'audio/a b',
	'audio/wav/../html',
])('content type %s is not passed on: the address decides', (contentType) => {
	expect(decide(contentType, '/1/call.MP3?x=.html')).toEqual({
		mimeType: 'audio/mpeg',
		extension: 'mp3',
	});
	expect(decide(contentType)).toEqual({
		mimeType: 'application/octet-stream',
		extension: 'bin',
	});
});

test.each(['/1.html', '/1.exe', '/1.constructor', '/1.', '/a.wav/'])(
	'the extension of %s is not taken',
	(path) => {
		expect(decide(undefined, path).extension).toBe('bin');
	},
);

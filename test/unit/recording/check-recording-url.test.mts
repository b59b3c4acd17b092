import { checkRecordingUrl } from '../../../core/recording/check-url.ts';

const publicBase = 'https://api.example.com';
const localBase = 'http://127.0.0.1:4010';
const good = 'https://files.example.com/recordings/1.wav?signature=abc';

/** The address, or the code with which it is rejected. */
const check = (text: string, context = {}) => {
	const checked = checkRecordingUrl(text, { apiBaseUrl: publicBase, ...context });
	return checked.success ? checked.url.href : checked.error.code;
};
const codeOf = (text: string, context = {}) => {
	const checked = check(text, context);
	return URL.canParse(checked) ? 'ok' : checked;
};

test('an https address on a public host is let through, without its fragment', () => {
	expect(check(`${good}#part`)).toBe(good);
});

test.each(['', 'not an address', '/recordings/1.wav', 'https://', 'https://[::1'])(
	'"%s" is no address',
	(text) => {
		expect(codeOf(text)).toBe('recording-url-invalid');
	},
);

test('an address has 16,384 characters at most', () => {
	expect(codeOf(good.padEnd(16_384, 'a'))).toBe('ok');
	expect(codeOf(good.padEnd(16_385, 'a'))).toBe('recording-url-invalid');
});

test.each([good.replace('https', 'http'), good.replace('https', 'ftp'), 'javascript:alert(1)'])(
	'the scheme of %s is rejected',
	(text) => {
		expect(codeOf(text)).toBe('recording-url-scheme');
	},
);

test('http is let through only where the API base URL is http', () => {
	const http = good.replace('https', 'http');
	expect(codeOf(http, { apiBaseUrl: localBase })).toBe('ok');
	expect(codeOf(http, { apiBaseUrl: undefined })).toBe('recording-url-scheme');
	expect(codeOf(good, { apiBaseUrl: undefined })).toBe('ok');
	expect(codeOf(http, { apiBaseUrl: 'no address' })).toBe('recording-url-scheme');
});

test.each(['https://user@', 'https://user:secret@', 'https://:secret@'])(
	'credentials as in %s are rejected',
	(start) => {
		expect(codeOf(good.replace('https://', start))).toBe('recording-url-with-credentials');
	},
);

// Which hosts are private is in test/unit/net/is-private-host.
test.each(['localhost', '2130706433', '[fd00::1]', '%31%32%37.0.0.1'])(
	'the host %s is rejected',
	(host) => {
		expect(codeOf(good.replace('files.example.com', host))).toBe('recording-url-private');
		const local = codeOf(`http://${host}:9000/1.wav`, { apiBaseUrl: localBase });
		expect(local).toBe('recording-url-private');
	},
);

test("the API base's own host is let through, however private, and another port of it is not", () => {
	const own = { apiBaseUrl: localBase };
	expect(codeOf('http://127.0.0.1:4010/recordings/1.wav', own)).toBe('ok');
	expect(codeOf('http://2130706433:4010/recordings/1.wav', own)).toBe('ok');
	for (const host of ['127.0.0.1:4011', '127.0.0.2:4010', 'localhost:4010']) {
		expect(codeOf(`http://${host}/recordings/1.wav`, own)).toBe('recording-url-private');
	}
});

test('another scheme than that of the API base is another origin', () => {
	const own = { apiBaseUrl: 'http://localhost' };
	expect(codeOf('http://localhost/1.wav', own)).toBe('ok');
	expect(codeOf('https://localhost/1.wav', own)).toBe('recording-url-private');
});

describe('a host on a private network that the user allows', () => {
	const privateHosts = ['storage.internal', '10.0.0.5:9000', '[fd00::1]:9000', 'http://', ''];

	test.each([
		'https://storage.internal/1.wav',
		'https://STORAGE.internal:443/1.wav',
		'http://storage.internal/1.wav',
		'https://10.0.0.5:9000/1.wav',
		'https://167772165:9000/1.wav',
		'https://[fd00:0::1]:9000/1.wav',
	])('is let through: %s', (url) => {
		expect(codeOf(url, { privateHosts })).toBe('ok');
		expect(codeOf(url)).not.toBe('ok');
	});

	test.each([
		['https://storage.internal:9000/1.wav', 'recording-url-private'],
		['https://10.0.0.5/1.wav', 'recording-url-private'],
		['https://10.0.0.6:9000/1.wav', 'recording-url-private'],
		['https://evil.storage.internal/1.wav', 'recording-url-private'],
		['https://localhost/1.wav', 'recording-url-private'],
		['http://10.0.0.5/1.wav', 'recording-url-scheme'],
		['https://me:secret@storage.internal/1.wav', 'recording-url-with-credentials'],
	])('allows no other: %s', (url, code) => {
		expect(codeOf(url, { privateHosts })).toBe(code);
	});

	test('opens no way to a public host by http', () => {
		const named = { privateHosts: ['files.example.com'] };
		expect(codeOf('http://files.example.com/1.wav', named)).toBe('recording-url-scheme');
	});

	test('is let through behind a redirect that keeps the scheme', () => {
		const from = { privateHosts, redirectedFrom: new URL(good) };
		expect(codeOf('https://storage.internal/1.wav', from)).toBe('ok');
		expect(codeOf('http://storage.internal/1.wav', from)).toBe('recording-url-scheme');
		expect(codeOf('https://other.internal/1.wav', from)).toBe('recording-url-private');
	});
});

describe('a redirect', () => {
	const redirectedFrom = new URL(good);

	test('may lead elsewhere, also by a relative address', () => {
		expect(codeOf('https://cdn.example.net/1.wav', { redirectedFrom })).toBe('ok');
		expect(check('../2.wav', { redirectedFrom })).toBe('https://files.example.com/2.wav');
	});

	test.each([
		['http://cdn.example.net/1.wav', 'recording-url-scheme'],
		['//10.0.0.1/1.wav', 'recording-url-private'],
		['//user:secret@cdn.example.net/1.wav', 'recording-url-with-credentials'],
		['https://[', 'recording-url-invalid'],
		[`https://${'a'.repeat(254)}/1.wav`, 'recording-url-invalid'],
	])('to %s is rejected', (location, code) => {
		expect(codeOf(location, { redirectedFrom })).toBe(code);
	});

	test('from http to https changes the scheme as well', () => {
		const from = { apiBaseUrl: localBase, redirectedFrom: new URL('http://127.0.0.1:4010/1.wav') };
		expect(codeOf(good, from)).toBe('recording-url-scheme');
	});
});

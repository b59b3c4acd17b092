import { checkRecordingUrl } from '../../../core/recording/check-url.ts';

const localBase = 'http://127.0.0.1:4010';
const files = 'files.example.com';
const good = `https://${files}/recordings/1.wav?signature=abc`;
const http = good.replace('https', 'http');

/** The address, or the code with which it is rejected. */
const check = (text: string, context = {}) => {
	const checked = checkRecordingUrl(text, { apiBaseUrl: 'https://api.example.com', ...context });
	return checked.success ? checked.url.href : checked.error.code;
};
const codeOf = (text: string, context = {}) => {
	const checked = check(text, context);
	return URL.canParse(checked) ? 'ok' : checked.replace('recording-url-', '');
};

test('an https address on a public host is let through, without its fragment', () => {
	expect(check(`${good}#part`)).toBe(good);
});

// Which hosts are private is in test/unit/net/is-private-host.
test.each<[string, string[]]>([
	['invalid', ['', 'not an address', '/recordings/1.wav', 'https://', 'https://[::1']],
	['invalid', [good.padEnd(16_385, 'a')]],
	['ok', [good.padEnd(16_384, 'a')]],
	['scheme', [http, good.replace('https', 'ftp'), 'javascript:alert(1)']],
	['with-credentials', [`https://user@${files}`, `https://user:secret@${files}`]],
	['with-credentials', [`https://:secret@${files}`]],
	['private', ['https://localhost/1', 'https://2130706433/1', 'https://[fd00::1]/1']],
	['private', ['https://%31%32%37.0.0.1/1']],
])('%s: %j', (code, urls) => {
	expect(urls.map((url) => codeOf(url))).toEqual(urls.map(() => code));
});

test.each<[string | undefined, string, string]>([
	[localBase, http, 'ok'],
	[undefined, http, 'scheme'],
	[undefined, good, 'ok'],
	['no address', http, 'scheme'],
	// The API's own host, however private it is; another host or port of it is another origin.
	[localBase, `${localBase}/recordings/1.wav`, 'ok'],
	[localBase, 'http://2130706433:4010/recordings/1.wav', 'ok'],
	[localBase, 'http://127.0.0.1:4011/1.wav', 'private'],
	[localBase, 'http://127.0.0.2:4010/1.wav', 'private'],
	[localBase, 'http://localhost:4010/1.wav', 'private'],
	[localBase, 'http://[fd00::1]:9000/1.wav', 'private'],
	['http://localhost', 'http://localhost/1.wav', 'ok'],
	['http://localhost', 'https://localhost/1.wav', 'private'],
])('with the API base URL %s: %s is %s', (apiBaseUrl, url, code) => {
	expect(codeOf(url, { apiBaseUrl })).toBe(code);
});

const privateHosts = ['storage.internal', '10.0.0.5:9000', '[fd00::1]:9000', 'http://', ''];

test.each([
	'https://storage.internal/1.wav',
	'https://STORAGE.internal:443/1.wav',
	'http://storage.internal/1.wav',
	'https://10.0.0.5:9000/1.wav',
	'https://167772165:9000/1.wav',
	'https://[fd00:0::1]:9000/1.wav',
])('a private host is let through if the user allows it: %s', (url) => {
	expect(codeOf(url, { privateHosts })).toBe('ok');
	expect(codeOf(url)).not.toBe('ok');
});

test.each([
	['https://storage.internal:9000/1.wav', 'private'],
	['https://10.0.0.5/1.wav', 'private'],
	['https://10.0.0.6:9000/1.wav', 'private'],
	['https://evil.storage.internal/1.wav', 'private'],
	['https://localhost/1.wav', 'private'],
	['http://10.0.0.5/1.wav', 'scheme'],
	['https://me:secret@storage.internal/1.wav', 'with-credentials'],
	['http://files.example.com/1.wav', 'scheme'],
])('an allowed host allows no other: %s is %s', (url, code) => {
	expect(codeOf(url, { privateHosts: [...privateHosts, files] })).toBe(code);
});

test.each([
	['https://cdn.example.net/1.wav', 'ok'],
	['http://cdn.example.net/1.wav', 'scheme'],
	['//10.0.0.1/1.wav', 'private'],
	['//user:secret@cdn.example.net/1.wav', 'with-credentials'],
	['https://[', 'invalid'],
	[`https://${'a'.repeat(254)}/1.wav`, 'invalid'],
	['https://storage.internal/1.wav', 'ok'],
	['http://storage.internal/1.wav', 'scheme'],
	['https://other.internal/1.wav', 'private'],
])('a redirect to %s is %s', (location, code) => {
	expect(codeOf(location, { privateHosts, redirectedFrom: new URL(good) })).toBe(code);
});

test('a redirect may be relative, and may not change from http to https', () => {
	expect(check('../2.wav', { redirectedFrom: new URL(good) })).toBe(`https://${files}/2.wav`);
	const from = { apiBaseUrl: localBase, redirectedFrom: new URL(`${localBase}/1.wav`) };
	expect(codeOf(good, from)).toBe('scheme');
});

import { checkRecordingUrl } from '../../../core/recording/check-url.ts';
import urls from '../../fixtures/recording-urls.json' with { type: 'json' };

const { rejected, withBase, withoutHost, privateHosts, allowed, notAllowed, redirects } = urls;

const localBase = 'http://127.0.0.1:4010';
const files = 'files.example.com';
const good = `https://${files}/recordings/1.wav?signature=abc`;

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

test('an address has at most 16,384 characters', () => {
	expect([16_384, 16_385].map((length) => codeOf(good.padEnd(length, 'a')))).toEqual([
		'ok',
		'invalid',
	]);
});

// Which hosts are private is in test/unit/net/address.
test.each(Object.entries(rejected))('%s: %j', (code, urls) => {
	expect(urls.map((url) => codeOf(url))).toEqual(urls.map(() => code));
});

// The API's own host may be private; another host or port of it is another origin.
test.each(withBase)('with the API base URL "%s": %s is %s', (apiBaseUrl, url, code) => {
	expect(codeOf(url, { apiBaseUrl: apiBaseUrl || undefined })).toBe(code);
});

test.each(withoutHost)('with the API base URL "%s": %s is %s', (apiBaseUrl, url, expected) => {
	expect(check(url, { apiBaseUrl: apiBaseUrl || undefined })).toBe(expected);
});

test.each(allowed)('a private host is let through if the user allows it: %s', (url) => {
	expect(codeOf(url, { privateHosts })).toBe('ok');
	expect(codeOf(url)).not.toBe('ok');
});

test.each(notAllowed)('an allowed host allows no other: %s is %s', (url, code) => {
	expect(codeOf(url, { privateHosts: [...privateHosts, files] })).toBe(code);
});

test.each([...redirects, [`https://${'a'.repeat(254)}/1.wav`, 'invalid']])(
	'a redirect to %s is %s',
	(location, code) => {
		expect(codeOf(location, { privateHosts, redirectedFrom: new URL(good) })).toBe(code);
	},
);

test('a redirect may be relative, and may not change from http to https', () => {
	expect(check('../2.wav', { redirectedFrom: new URL(good) })).toBe(`https://${files}/2.wav`);
	const from = { apiBaseUrl: localBase, redirectedFrom: new URL(`${localBase}/1.wav`) };
	expect(codeOf(good, from)).toBe('scheme');
});

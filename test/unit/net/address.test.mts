import {
	isInsecureUrl,
	isPathSegment,
	isReachableFromService,
	normalizeAddress,
	parseWebhookUrl,
} from '../../../core/net/address.ts';

test.each([
	['https://api.example.com/', 'https://api.example.com'],
	[' https://api.example.com/base///', 'https://api.example.com/base'],
	['https://API.Example.com:443/Base', 'https://api.example.com/Base'],
	['https://api.example.com?x=1#y', 'https://api.example.com'],
	['https://user:word@api.example.com', 'https://api.example.com'],
	['https://id.example.com/realms/Büro Süd', 'https://id.example.com/realms/B%C3%BCro%20S%C3%BCd'],
	['http://localhost:4000/', 'http://localhost:4000'],
	['no address/', 'no address'],
	[' // ', ''],
	['', ''],
])('the normal form of %j is %j', (address, normalized) => {
	expect(normalizeAddress(address)).toBe(normalized);
	expect(normalizeAddress(normalized)).toBe(normalized);
});

// A mebibyte of slashes before another character took a quadratic expression hours.
test.each(['', 'https://a.example'])(
	'a mebibyte of slashes behind "%s" is read at once',
	(start) => {
		const address = `${start}${'/'.repeat(2 ** 20)}x`;
		expect(normalizeAddress(address)).toBe(address);
	},
);

// Of web addresses: test/nodes/shared/https-only.
test.each([
	'https://127.0.0.1',
	'http://172.20.1.1/base',
	'ftp://api.example.com',
	'no address',
	'',
])('%j is a secure, a private or no address', (address) => {
	expect(isInsecureUrl(address)).toBe(false);
});

test.each(['7e7f0001-0000-4000-8000-000000000001', 'a.b', '...', 'ü?#%2e'])(
	'%j is a segment of a path',
	(text) => {
		expect(isPathSegment(text)).toBe(true);
		const { pathname } = new URL(`https://a.example/api/Webhooks/${encodeURIComponent(text)}`);
		expect(pathname.split('/')).toHaveLength(4);
	},
);

test.each(['', '.', '..', '/', 'a/b', '../Users', '..\\Users'])(
	'%j is no segment of a path',
	(text) => {
		expect(isPathSegment(text)).toBe(false);
	},
);

// Which hosts are private is in is-private-host.
test.each([
	['https://n8n.example.com/webhook/5c3e', 'https://api.example.com', true],
	['http://localhost:5678/webhook/1', 'https://api.example.com', false],
	['http://localhost:5678/webhook/1', 'http://localhost:4000', true],
	['http://localhost:5678/webhook/1', 'http://10.0.0.4/api', true],
])('%s can be reached from %s: %s', (webhookUrl, apiBaseUrl, expected) => {
	expect(isReachableFromService(new URL(webhookUrl), new URL(apiBaseUrl))).toBe(expected);
});

test.each([
	['https://n8n.example.com/webhook/5c3e', 'https://n8n.example.com/webhook/5c3e'],
	['HTTPS://N8N.example.com:443/webhook/5c3e', 'https://n8n.example.com/webhook/5c3e'],
	['http://bücher.example/webhook/1?a=//', 'http://xn--bcher-kva.example/webhook/1?a=//'],
	['https://n8n.example.com/ /webhook/5c3e', undefined],
	['https://n8n.example.com/ ', undefined],
	['https://n8n.exa\nmple.com/webhook/5c3e', undefined],
	['https://n8n.example.com//webhook/5c3e', undefined],
	['https:////n8n.example.com/webhook//5c3e', undefined],
	['ftp://n8n.example.com/webhook/5c3e', undefined],
	['/webhook/5c3e', undefined],
])('the webhook URL %j is %s', (text, url) => {
	expect(parseWebhookUrl(text)?.href).toBe(url);
});

import {
	isInsecureUrl,
	isPathSegment,
	isReachableFromService,
	normalizeAddress,
	parseWebhookUrl,
} from '../../../core/net/address.ts';
import { isPrivateHost } from '../../../core/net/private-host.ts';
import addresses from '../../fixtures/addresses.json' with { type: 'json' };
import hosts from '../../fixtures/hosts.json' with { type: 'json' };

test.each(Object.entries(addresses.normal))(
	'the normal form of %j is %j',
	(address, normalized) => {
		expect(normalizeAddress(address)).toBe(normalized);
		expect(normalizeAddress(normalized)).toBe(normalized);
	},
);

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

test.each([
	['https://n8n.example.com/webhook/5c3e', 'https://api.example.com', true],
	['http://localhost:5678/webhook/1', 'https://api.example.com', false],
	['http://localhost:5678/webhook/1', 'http://localhost:4000', true],
	['http://localhost:5678/webhook/1', 'http://10.0.0.4/api', true],
])('%s can be reached from %s: %s', (webhookUrl, apiBaseUrl, expected) => {
	expect(isReachableFromService(new URL(webhookUrl), new URL(apiBaseUrl))).toBe(expected);
});

test.each(Object.entries(addresses.webhookUrls))('the webhook URL %j is %s', (text, url) => {
	expect(parseWebhookUrl(text)?.href ?? null).toBe(url);
});

const hostOf = (host: string) => new URL(`http://${host}/`).hostname;

// Which numbers of an address are private is a table of ipaddr.js; the endings are a list of ours.
test.each(hosts.privateEndings)(
	'calls a name that ends with .%s private, and no name that has it elsewhere',
	(ending) => {
		expect(isPrivateHost(`n8n.${ending}`)).toBe(true);
		expect(isPrivateHost(`${ending}.example.com`)).toBe(false);
	},
);

test.each(hosts.private)('calls %s private', (host) => {
	expect(isPrivateHost(hostOf(host))).toBe(true);
});

test.each(hosts.public)('calls %s public', (host) => {
	expect(isPrivateHost(hostOf(host))).toBe(false);
});

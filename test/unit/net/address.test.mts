import { isInsecureUrl, isPathSegment, normalizeAddress } from '../../../core/net/address.ts';

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

test.each([
	'http://api.example.com',
	'HTTP://API.EXAMPLE.COM:8080/base',
	'http:api.example.com',
	'http://8.8.8.8',
	'http://134744072',
	'http://[2606:4700::1111]',
	'http://localhost.example.com',
	'http://127.0.0.1.example.com',
	'http://localhost@api.example.com',
])('%s can be read on the way', (address) => {
	expect(isInsecureUrl(address)).toBe(true);
});

test.each([
	'https://api.example.com',
	'https://127.0.0.1',
	'http://localhost:5678',
	'http://127.0.0.1:4010',
	'http://[::1]:4010',
	'http://10.0.0.5',
	'http://172.20.1.1/base',
	'http://192.168.1.2',
	'http://api:8080',
	'http://api.internal',
	'ftp://api.example.com',
	'no address',
	'',
])('%s is a secure, a private or no address', (address) => {
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

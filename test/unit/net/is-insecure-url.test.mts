import { isInsecureUrl } from '../../../core/net/address.ts';

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
])('%s is readable', (address) => {
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
])('%s is not', (address) => {
	expect(isInsecureUrl(address)).toBe(false);
});

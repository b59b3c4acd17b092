import { isPathSegment } from '../../../core/net/address.ts';

test.each(['7e7f0001-0000-4000-8000-000000000001', 'a.b', '...', 'ü?#%2e'])('takes %j', (text) => {
	expect(isPathSegment(text)).toBe(true);
	const { pathname } = new URL(`https://a.example/api/Webhooks/${encodeURIComponent(text)}`);
	expect(pathname.split('/')).toHaveLength(4);
});

test.each(['', '.', '..', '/', 'a/b', '../Users', '..\\Users'])('rejects %j', (text) => {
	expect(isPathSegment(text)).toBe(false);
});

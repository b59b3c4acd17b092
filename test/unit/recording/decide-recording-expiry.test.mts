import { isExpiryRejection } from '../../../core/recording.ts';

const expiresAt = '2026-11-21T09:00:00.000Z';
const expiresMs = Date.parse(expiresAt);

test.each([null, '', 'tomorrow', '1763715600', '0001-01-01T00:00:00'])(
	'a link that expires at "%s" is never called expired',
	(text) => {
		expect(isExpiryRejection(403, { expiresAt: text }, Number.MAX_SAFE_INTEGER)).toBe(false);
	},
);

test.each([401, 403, 404, 410])(
	'status %i means expired after the moment, and not before it',
	(status) => {
		expect(isExpiryRejection(status, { expiresAt }, expiresMs)).toBe(true);
		expect(isExpiryRejection(status, { expiresAt }, expiresMs - 1)).toBe(false);
		expect(isExpiryRejection(status, { expiresAt: null }, expiresMs)).toBe(false);
	},
);

test.each([200, 400, 429, 500, 503])('status %i does not mean expired', (status) => {
	expect(isExpiryRejection(status, { expiresAt }, expiresMs)).toBe(false);
});

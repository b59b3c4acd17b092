import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import {
	readPlainError,
	readRequestError,
	readRetryAfter,
} from '../../../../nodes/shared/http/n8n-error.ts';
import { explainFailure } from '../../../../nodes/shared/http/failure.ts';
import { type Asked, REFRESH, TIME_LIMIT } from '../../../../nodes/shared/http/response.ts';
import { atMoment } from '../../../support/clock.mts';

const failure = (fields: object, cause?: unknown) =>
	Object.assign(new Error('wrapped', { cause }), fields);

const url = 'https://api.example.com/api/Users/me';
const asked: Asked = { party: 'service', method: 'GET', url };
const tokenUrl = 'https://id.example.com/realms/x/protocol/openid-connect/token';
const signIn = { refreshToken: 'refresh-token' };
const noRefreshToken = { refreshToken: undefined };

test.each([
	['ECONNREFUSED', 'unreachable'],
	['EHOSTUNREACH', 'unreachable'],
	['ENOTFOUND', 'host-not-found'],
	['EAI_AGAIN', 'host-not-found'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-not-trusted'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate-not-trusted'],
	['CERT_HAS_EXPIRED', 'certificate-not-trusted'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-not-trusted'],
	['EPROTO', 'connection-not-encrypted'],
	['ERR_SSL_WRONG_VERSION_NUMBER', 'connection-not-encrypted'],
	['ECONNRESET', 'lost'],
	['ETIMEDOUT', 'lost'],
	['SOMETHING_NEW', 'lost'],
	['ECONNABORTED', 'lost', TIME_LIMIT],
])('%s is no answer of the server, but %s', (code, reason, networkCode = code) => {
	const noAnswer = { kind: 'no-response', reason, networkCode };
	const ofRequest = failure({}, failure({ code, config: { url } }));
	expect(readRequestError(ofRequest, signIn, asked)).toMatchObject({ ...asked, ...noAnswer });
	expect(readPlainError(failure({ code }), asked)).toMatchObject({ ...asked, ...noAnswer });
	const ofRefresh = failure({}, failure({ code, config: { url: tokenUrl } }));
	expect(readRequestError(ofRefresh, signIn, asked)).toMatchObject({ ...REFRESH, ...noAnswer });
});

test('a 401 of the token endpoint is no failure of the request, though n8n names no address', () => {
	const rejected = failure({ httpCode: '401' }, failure({ code: 'ESTATUS', status: 401 }));
	expect(readRequestError(rejected, signIn, asked)).toMatchObject({ ...REFRESH, status: 401 });
	const ofRequest = { ...asked, kind: 'response', status: 401 };
	expect(readRequestError(failure({ httpCode: '401' }), signIn, asked)).toMatchObject(ofRequest);
});

test('a network code in place of a status, as n8n before 2.34 has it, is kept', () => {
	const networkCode = 'ECONNRESET';
	const lost = { kind: 'no-response', reason: 'lost' };
	const reset = failure({ httpCode: networkCode });
	expect(readRequestError(reset, signIn, asked)).toMatchObject({ ...asked, ...lost, networkCode });
	expect(readRequestError(failure({}), signIn, asked)).toMatchObject({ ...asked, ...lost });
});

test.each([
	['invalid_client', 'client-rejected'],
	['unauthorized_client', 'client-rejected'],
	['invalid_grant', 'credential-reconnect-needed'],
])('the OAuth error %s is %s, and its words hold no part of a secret', (error, code) => {
	const body = { error, error_description: `${'words '.repeat(46)}${signIn.refreshToken}` };
	const wrapped = failure({ httpCode: '401' }, failure({ body }));
	const response = readRequestError(wrapped, signIn, asked);
	expect(response).toMatchObject({ kind: 'sign-in-failed', code });
	const connection = Object({ signIn: { ...signIn, askedScope: '' } });
	expect(explainFailure(response, connection).detail).toMatch(/words \[removed\]$/);
});

test.each([
	'Client authentication failed (e.g., unknown client, no client authentication included, or unsupported authentication method).',
	'The client is not authorized to request an authorization code using this method.',
])('of a rejected client n8n before 2.34 says only: %s', (message) => {
	const rejected = { kind: 'sign-in-failed', code: 'client-rejected' };
	const error = failure({ httpCode: 'EAUTH', message });
	expect(readRequestError(error, signIn, asked)).toMatchObject(rejected);
	const ofTheApi = { kind: 'response', status: 401 };
	expect(readRequestError(failure({ httpCode: '401', message }), signIn, asked)).toMatchObject(
		ofTheApi,
	);
});

test.each([
	["n8n's own word that a credential is invalid", { failure: { cause: 'credential-invalid' } }],
	["n8n's advice alone", { message: 'The credential "CRM" needs to be reconnected.' }],
])('%s is an ended sign-in', (_, fields) => {
	expect(readRequestError(failure(fields), signIn, asked)).toMatchObject({
		code: 'credential-reconnect-needed',
	});
});

test.each([
	['invalid_request', 400],
	['temporarily_unavailable', 400],
	['too_many_requests', 429],
])('the OAuth error %s is a rejected refresh with status %i', (error, status) => {
	const ofOAuthClient = failure({ code: 'EAUTH', body: { error } });
	for (const thrown of [ofOAuthClient, failure({ httpCode: 'EAUTH' }, ofOAuthClient)]) {
		const rejected = { ...REFRESH, kind: 'response', status, body: { error } };
		expect(readRequestError(thrown, signIn, asked)).toMatchObject(rejected);
	}
});

test('Retry-After: a date is counted from now, and one that is past is no wait', async () => {
	await atMoment(Date.UTC(2026, 11, 31, 23, 59, 30), async () => {
		expect(readRetryAfter('Fri, 01 Jan 2027 00:00:30 GMT')).toBe(60_000);
		expect(readRetryAfter('Thu, 31 Dec 2026 23:59:29 GMT')).toBe(0);
	});
});

test.each([
	['5', 5_000],
	['5, 5', 5_000],
	[' 1.5 ', 1_500],
	['', undefined],
	['soon 5', undefined],
	['-5', 0],
])('Retry-After: %s is %p ms', (value, milliseconds) => {
	expect(readRetryAfter(value)).toBe(milliseconds);
});

test('Retry-After: the date of HTTP that names no zone is of UTC, wherever n8n runs', () => {
	const root = join(__dirname, '../../../..');
	const script = `import { readRetryAfter } from './nodes/shared/http/n8n-error.ts';
		Date.now = () => 0;
		console.log(readRetryAfter('Sat Nov  6 08:49:37 2094'));`;
	const printed = execFileSync(
		process.execPath,
		[
			...['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--import'],
			...['./scripts/resolve-sources.mjs', '--input-type=module', '--eval', script],
		],
		{ cwd: root, encoding: 'utf8', env: { ...process.env, TZ: 'Asia/Tokyo' } },
	);
	expect(Number(printed)).toBe(Date.UTC(2094, 10, 6, 8, 49, 37));
});

test('an error without any code is an ended sign-in only if there is no refresh token', () => {
	const error = failure({}, new Error('no refresh token is available'));
	expect(readRequestError(error, noRefreshToken, asked)).toMatchObject({
		code: 'credential-reconnect-needed',
	});
	expect(readRequestError(error, signIn, asked)).toMatchObject({ kind: 'no-response' });
	const reset = failure({}, failure({ code: 'ECONNRESET', config: { url } }));
	expect(readRequestError(reset, noRefreshToken, asked)).toMatchObject({
		kind: 'no-response',
	});
});

test('a 401 of the request keeps what was answered with it', () => {
	const data = { detail: 'The audience is not accepted.' };
	const error = failure({ httpCode: '401' }, failure({ config: { url }, response: { data } }));
	const expected = { ...asked, kind: 'response', status: 401, body: data };
	expect(readRequestError(error, signIn, asked)).toMatchObject(expected);
	const withoutCause = failure({ httpCode: '401', response: { data: '' }, context: { data } });
	expect(readRequestError(withoutCause, signIn, asked)).toMatchObject({ status: 401, body: data });
});

test.each<[string, object, boolean]>([
	['a status at the address of the token endpoint', { config: { url: tokenUrl } }, true],
	["a status with the code of n8n's OAuth client", { code: 'ESTATUS' }, true],
	['a status without an address', {}, true],
	['a status at the address of the request', { config: { url } }, false],
])('%s: of the refresh %s %s', (_, fields, isOfRefresh) => {
	const error = failure({ httpCode: '502' }, failure(fields));
	const answer = { kind: 'response', status: 502, body: '' };
	const ended = { ...(isOfRefresh ? REFRESH : asked), ...answer };
	expect(readRequestError(error, signIn, asked)).toMatchObject(ended);
});

test('the errors of the OAuth client hold the status of a refresh', () => {
	const refresh = { ...REFRESH, kind: 'response', status: 502 };
	const ofAxios = failure({ config: { url: tokenUrl }, response: { status: 502 } });
	expect(readRequestError(ofAxios, signIn, REFRESH)).toMatchObject(refresh);
	const ofOAuthClient = failure({ code: 'ESTATUS', status: 502 });
	expect(readRequestError(ofOAuthClient, signIn, REFRESH)).toMatchObject(refresh);
});

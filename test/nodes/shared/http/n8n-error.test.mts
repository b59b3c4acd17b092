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

const undecodable = ['Z_DATA_ERROR', 'ZSTD_error', 'ERR__ERROR_FORMAT_PADDING_1', 'HPE_INVALID'];

test.each<[string, RegExp]>([
	['ECONNRESET', /^No response arrived \(ECONNRESET\)\. If the server only/],
	['ECONNABORTED', /^No response arrived \(time limit\)\.$/],
	...undecodable.map((code): [string, RegExp] => [code, /^The response could not be decoded/]),
])('%s reads: %s', (code, words) => {
	const failed = readPlainError(failure({ code }), asked);
	expect(explainFailure(failed, { apiBaseUrl: 'http://api.internal' }).detail).toMatch(words);
});

test('the words of an OAuth error hold no part of a secret', () => {
	const error_description = `${'words '.repeat(46)}${signIn.refreshToken}`;
	const body = { error: 'invalid_grant', error_description };
	const wrapped = failure({ httpCode: '401' }, failure({ body }));
	const response = readRequestError(wrapped, signIn, asked);
	const connection = Object({ signIn: { ...signIn, askedScope: '' } });
	expect(explainFailure(response, connection).detail).toMatch(/words \[removed\]$/);
});

const ofRequest = { ...asked, kind: 'response' };
const ofRefresh = { ...REFRESH, kind: 'response' };
const noResponse = { ...asked, kind: 'no-response', reason: 'lost' };
const ended = { kind: 'sign-in-failed', code: 'credential-reconnect-needed' };
const clientRejected = { kind: 'sign-in-failed', code: 'client-rejected' };
const atRequest = { config: { url } };
const atTokenEndpoint = { config: { url: tokenUrl } };
const data = { detail: 'The audience is not accepted.' };
const ofOAuthClient = (error: string) => failure({ code: 'EAUTH', body: { error } });
// All that n8n before 2.34 says of a rejected client.
const unknownClient = 'Client authentication failed (e.g., unknown client, no client auth';
const notAuthorized = 'The client is not authorized to request an authorization code';

test.each<[string, Error, object]>([
	['nothing', failure({}), noResponse],
	[
		'a network code in place of a status, as n8n before 2.34 has it',
		failure({ httpCode: 'ECONNRESET' }),
		{ ...noResponse, networkCode: 'ECONNRESET' },
	],
	['a 401', failure({ httpCode: '401' }), { ...ofRequest, status: 401 }],
	[
		'a 401 with what was answered',
		failure({ httpCode: '401' }, failure({ ...atRequest, response: { data } })),
		{ ...ofRequest, status: 401, body: data },
	],
	[
		'the same without a cause',
		failure({ httpCode: '401', response: { data: '' }, context: { data } }),
		{ ...ofRequest, status: 401, body: data },
	],
	[
		"a 401 of n8n's OAuth client",
		failure({ httpCode: '401' }, failure({ code: 'ESTATUS', status: 401 })),
		{ ...ofRefresh, status: 401 },
	],
	...[atTokenEndpoint, { code: 'ESTATUS' }, {}].map((fields): [string, Error, object] => [
		`a 502 with ${JSON.stringify(fields)}`,
		failure({ httpCode: '502' }, failure(fields)),
		{ ...ofRefresh, status: 502, body: '' },
	]),
	[
		'a 502 at the address of the request',
		failure({ httpCode: '502' }, failure(atRequest)),
		{ ...ofRequest, status: 502, body: '' },
	],
	...[unknownClient, notAuthorized].flatMap((message): [string, Error, object][] => [
		['the words of a rejected client', failure({ httpCode: 'EAUTH', message }), clientRejected],
		['the same of the API', failure({ httpCode: '401', message }), { ...ofRequest, status: 401 }],
	]),
	['a credential that is invalid', failure({ failure: { cause: 'credential-invalid' } }), ended],
	['advice alone', failure({ message: 'The credential "CRM" needs to be reconnected.' }), ended],
	...(['invalid_request', 'temporarily_unavailable', 'too_many_requests'] as const).flatMap(
		(error): [string, Error, object][] => {
			const status = error === 'too_many_requests' ? 429 : 400;
			const expected = { ...ofRefresh, status, body: { error } };
			const wrapped = failure({ httpCode: 'EAUTH' }, ofOAuthClient(error));
			return [
				[`the OAuth error ${error}`, ofOAuthClient(error), expected],
				[`the OAuth error ${error}, wrapped`, wrapped, expected],
			];
		},
	),
])('an error of n8n that holds %s', (_, error, expected) => {
	expect(readRequestError(error, signIn, asked)).toMatchObject(expected);
});

test('an error without any code is an ended sign-in only if there is no refresh token', () => {
	const withoutToken = (error: Error) =>
		readRequestError(error, { refreshToken: undefined }, asked);
	expect(withoutToken(failure({}, new Error('no refresh token')))).toMatchObject(ended);
	const reset = failure({}, failure({ code: 'ECONNRESET', ...atRequest }));
	expect(withoutToken(reset)).toMatchObject(noResponse);
});

test.each([
	failure({ ...atTokenEndpoint, response: { status: 502 } }),
	failure({ code: 'ESTATUS', status: 502 }),
])('the errors of the OAuth client hold the status of a refresh: %j', (error) => {
	expect(readRequestError(error, signIn, REFRESH)).toMatchObject({ ...ofRefresh, status: 502 });
});

test.each([
	['Fri, 01 Jan 2027 00:00:30 GMT', 60_000],
	['Thu, 31 Dec 2026 23:59:29 GMT', 0],
	['5', 5_000],
	['5, 5', 5_000],
	[' 1.5 ', 1_500],
	['', undefined],
	['soon 5', undefined],
	['-5', 0],
])('Retry-After: %s is %p ms', async (value, milliseconds) => {
	await atMoment(Date.UTC(2026, 11, 31, 23, 59, 30), async () => {
		expect(readRetryAfter(value)).toBe(milliseconds);
	});
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

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { explainFailure } from '../../../../nodes/shared/http/failure.ts';
import {
	readPlainError,
	readRequestError,
	readRetryAfter,
} from '../../../../nodes/shared/http/n8n-error.ts';
import { type Asked, REFRESH } from '../../../../nodes/shared/http/response.ts';
import { atMoment } from '../../../support/clock.mts';

const failure = (fields: object, cause?: unknown) =>
	Object.assign(new Error('wrapped', { cause }), fields);

const url = 'https://api.example.com/api/Users/me';
const asked: Asked = { party: 'service', method: 'GET', url };
const atRequest = { config: { url } };
const atTokenEndpoint = { config: { url: 'https://id.example.com/token' } };
const signIn = { refreshToken: 'refresh-token', askedScope: 'offline_access' };

/** What the user is told of an error that n8n threw; `?` in place of the advice after a refresh in doubt. */
function tell(read: ReturnType<typeof readRequestError>, apiBaseUrl = 'https://api.internal') {
	const { code, httpStatus, detail } = explainFailure(read, Object({ apiBaseUrl, signIn }));
	const told = [code, httpStatus, detail].filter(Boolean).join(' ');
	return told.replace(/This refresh may have taken effect: .*/, '?');
}

const whileRefreshing = 'This happened while refreshing the token.';

const isUndecodable = 'The response could not be decoded';

test.each([
	['service-unreachable', 'The connection failed', 'ECONNREFUSED EHOSTUNREACH'],
	['host-not-found', 'The connection failed', 'ENOTFOUND EAI_AGAIN'],
	['certificate-not-trusted', 'The connection failed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
	['certificate-not-trusted', 'The connection failed', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
	[
		'certificate-not-trusted',
		'The connection failed',
		'CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID',
	],
	['connection-not-encrypted', 'The connection failed', 'EPROTO ERR_SSL_WRONG_VERSION_NUMBER'],
	['response-lost', 'No response arrived', 'ECONNRESET ETIMEDOUT SOMETHING_NEW'],
	[
		'response-lost',
		isUndecodable,
		'Z_DATA_ERROR ZSTD_error ERR__ERROR_FORMAT_PADDING_1 HPE_INVALID',
	],
])('the error is %s, with the words "%s": %s', (code, problem, networkCodes) => {
	const isOfOther = ['service-unreachable', 'response-lost'].includes(code);
	const doubt = code === 'response-lost' ? ' ?' : '';
	for (const networkCode of networkCodes.split(' ')) {
		const told = `${code} ${problem} (${networkCode}).`;
		const ofRequest = failure({}, failure({ code: networkCode, ...atRequest }));
		expect(tell(readRequestError(ofRequest, signIn, asked))).toBe(told);
		expect(tell(readPlainError(failure({ code: networkCode }), asked))).toBe(told);
		const ofRefresh = failure({}, failure({ code: networkCode, ...atTokenEndpoint }));
		expect(tell(readRequestError(ofRefresh, signIn, asked))).toBe(
			`${isOfOther ? 'identity-unavailable' : code} ${whileRefreshing} ${problem} (${networkCode}).${doubt}`,
		);
	}
});

test('a server that ends a connection of http may speak https alone; one that is slow does not', () => {
	const tellOf = (code: string) =>
		tell(readPlainError(failure({ code }), asked), 'http://api.internal');
	expect(tellOf('ECONNRESET')).toContain('(ECONNRESET). If the server only supports https');
	expect(tellOf('ECONNABORTED')).toBe('response-lost No response arrived (time limit).');
});

const lost = 'response-lost No response arrived';
const rejected = 'access-token-rejected 401';
const ended = 'credential-reconnect-needed 401';
const clientRejected = 'client-rejected 401';
const unavailable = `identity-unavailable 502 ${whileRefreshing} ?`;
const data = { detail: 'The audience is not accepted.' };
const quoted = `${rejected} Service response: ${data.detail}`;
const withCode = (httpCode: string, cause?: Error) => failure({ httpCode }, cause);
const ofOAuthClient = (error: string, error_description?: string) =>
	failure({ code: 'EAUTH', body: { error, error_description } });
// All that n8n before 2.34 says of a rejected client.
const unknownClient = 'Client authentication failed (e.g., unknown client, no client auth';
const notAuthorized = 'The client is not authorized to request an authorization code';
const longWords = 'words '.repeat(46);
const said = `${whileRefreshing} Identity server response:`;

test.each<[string, Error, string]>([
	['nothing', failure({}), `${lost}.`],
	['a network code in place of a status', withCode('ECONNRESET'), `${lost} (ECONNRESET).`],
	['a 401', withCode('401'), rejected],
	['its answer', withCode('401', failure({ ...atRequest, response: { data } })), quoted],
	[
		'its answer alone',
		failure({ httpCode: '401', response: { data: '' }, context: { data } }),
		quoted,
	],
	[
		"a 401 of n8n's OAuth client",
		withCode('401', failure({ code: 'ESTATUS', status: 401 })),
		`refresh-rejected 401 ${whileRefreshing}`,
	],
	['a 502 of the token endpoint', withCode('502', failure(atTokenEndpoint)), unavailable],
	["a 502 of n8n's OAuth client", withCode('502', failure({ code: 'ESTATUS' })), unavailable],
	['a 502 of nobody', withCode('502', failure({})), unavailable],
	['a 502 of the request', withCode('502', failure(atRequest)), 'service-failed 502'],
	['no client', failure({ httpCode: 'EAUTH', message: unknownClient }), clientRejected],
	['a wrong client', failure({ httpCode: 'EAUTH', message: notAuthorized }), clientRejected],
	['the same of the API', failure({ httpCode: '401', message: unknownClient }), rejected],
	['a credential that is invalid', failure({ failure: { cause: 'credential-invalid' } }), ended],
	['advice alone', failure({ message: 'The credential "CRM" needs to be reconnected.' }), ended],
	[
		'an OAuth error with words that end in a secret',
		withCode('401', ofOAuthClient('invalid_grant', `${longWords}${signIn.refreshToken}`)),
		`${ended} Identity server response: ${longWords}[removed]`,
	],
	...[
		['invalid_request', 'refresh-rejected 400'],
		['temporarily_unavailable', 'refresh-rejected 400'],
		['too_many_requests', 'identity-unavailable 429'],
	].flatMap(([error = '', code]): [string, Error, string][] => [
		[error, ofOAuthClient(error), `${code} ${said} ${error}.`],
		[`${error}, wrapped`, withCode('EAUTH', ofOAuthClient(error)), `${code} ${said} ${error}.`],
	]),
])('an error of n8n that holds %s', (_, error, told) => {
	expect(tell(readRequestError(error, signIn, asked))).toBe(told);
});

test('an error without any code is an ended sign-in only if there is no refresh token', () => {
	const withoutToken = (error: Error) =>
		tell(readRequestError(error, { refreshToken: undefined }, asked));
	expect(withoutToken(failure({}, new Error('no refresh token')))).toBe(ended);
	const reset = failure({}, failure({ code: 'ECONNRESET', ...atRequest }));
	expect(withoutToken(reset)).toBe(`${lost} (ECONNRESET).`);
});

test.each([
	failure({ ...atTokenEndpoint, response: { status: 502 } }),
	failure({ code: 'ESTATUS', status: 502 }),
])('the errors of the OAuth client hold the status of a refresh: %j', (error) => {
	expect(tell(readRequestError(error, signIn, REFRESH))).toBe(unavailable);
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

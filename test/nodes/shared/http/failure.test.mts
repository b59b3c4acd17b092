import type { Connection, SignIn } from '../../../../nodes/shared/credential.ts';
import { explainFailure } from '../../../../nodes/shared/http/failure.ts';
import {
	type Asked,
	endWithoutResponse,
	endWithResponse,
	findCooldown,
	isSuccess,
	type NoResponse,
	type PlainResponse,
	type ReceivedResponse,
	REFRESH,
	TIME_LIMIT,
} from '../../../../nodes/shared/http/response.ts';
import { decideRetry } from '../../../../nodes/shared/http/retry.ts';

const signIn: SignIn = {
	...{ clientId: 'n8n', clientSecret: undefined, verifyTokens: true, idToken: undefined },
	...{ refreshToken: 'the-refresh-token', refreshExpiresInSeconds: undefined },
	...{ askedScope: 'openid offline_access', grantedScope: undefined },
};

const realm = 'https://login.example.com/realms/voice';
const connection: Connection = {
	...{ credentialKind: 'voiceAgentOAuth2Api', accessToken: 'the-access-token', signIn },
	...{ apiBaseUrl: 'http://api.internal', webAppUrl: undefined },
	identity: { identityServerUrl: realm, issuer: realm },
};

const GET: Asked = { party: 'service', method: 'GET' };
const POST: Asked = { party: 'service', method: 'POST' };
const DELETE: Asked = { party: 'service', method: 'DELETE' };

function respond(status: number, body: unknown = ''): ReceivedResponse {
	return endWithResponse(GET, { status, body });
}
function lose(reason: NoResponse['reason'], networkCode?: string): NoResponse {
	return endWithoutResponse(GET, { reason, networkCode });
}
/** The same end of another request. */
function ask(asked: Asked, end: PlainResponse): PlainResponse {
	if (end.kind === 'no-response') {
		const { reason, networkCode, host } = end;
		return endWithoutResponse(asked, { reason, networkCode, host });
	}
	const { status, body, retryAfterMs, redirectsTo } = end;
	return endWithResponse(asked, { status, body, retryAfterMs, redirectsTo });
}
function failRefresh(failure: PlainResponse): PlainResponse {
	return ask(REFRESH, failure);
}
const redirected = { ...respond(302), redirectsTo: 'https://a.example/' };
const invalidGrant = { error: 'invalid_grant' };

test.each<[PlainResponse, string, string]>([
	[redirected, 'address-redirects', 'address-redirects'],
	[respond(302), 'response-unreadable', 'identity-response-unreadable'],
	[respond(304), 'response-unreadable', 'identity-response-unreadable'],
	[respond(407), 'proxy-sign-in-needed', 'proxy-sign-in-needed'],
	[respond(400), 'request-rejected', 'identity-rejected'],
	[respond(401), 'access-token-rejected', 'identity-rejected'],
	[respond(403), 'permission-denied', 'identity-rejected'],
	[respond(404), 'not-found', 'identity-not-found'],
	[respond(429), 'too-many-requests', 'identity-unavailable'],
	[respond(500), 'service-failed', 'identity-unavailable'],
	[respond(200), 'request-rejected', 'identity-response-unreadable'],
	[respond(400, { error: 'invalid_client' }), 'request-rejected', 'client-rejected'],
	[respond(400, { error: 'unauthorized_client' }), 'request-rejected', 'client-rejected'],
	[respond(400, invalidGrant), 'request-rejected', 'credential-reconnect-needed'],
	[lose('certificate-not-trusted'), 'certificate-not-trusted', 'certificate-not-trusted'],
	[lose('host-not-found'), 'host-not-found', 'host-not-found'],
	[lose('connection-not-encrypted'), 'connection-not-encrypted', 'connection-not-encrypted'],
	[lose('unreachable'), 'service-unreachable', 'identity-unavailable'],
	[lose('lost'), 'response-lost', 'identity-unavailable'],
	[lose('blocked-by-ssrf-protection'), 'blocked-by-ssrf-protection', 'blocked-by-ssrf-protection'],
])('%j is %s of the service and %s of the identity server', (response, ofService, ofIdentity) => {
	expect(explainFailure(response, connection).code).toBe(ofService);
	expect(explainFailure({ ...response, party: 'identity' }, connection).code).toBe(ofIdentity);
});

test.each<[string, Partial<SignIn>]>([
	['credential-reconnect-needed', {}],
	['credential-reconnect-needed', { grantedScope: 'openid offline_access' }],
	['browser-session-ended', { grantedScope: 'openid' }],
	['browser-session-ended', { askedScope: 'openid' }],
	['refresh-token-missing', { refreshToken: undefined, askedScope: 'openid' }],
])('a refresh that the identity server rejects for good is %s with %j', (code, changes) => {
	const changed = { ...connection, signIn: { ...signIn, ...changes } };
	expect(explainFailure(failRefresh(respond(400, invalidGrant)), changed).code).toBe(code);
});

test('a pasted token that is rejected has a code of its own', () => {
	const pasted = { ...connection, signIn: undefined };
	expect(explainFailure(respond(401), pasted).code).toBe('pasted-token-rejected');
});

test.each<[ReceivedResponse | NoResponse, string, boolean]>([
	[respond(400), 'refresh-rejected', false],
	[respond(429), 'identity-unavailable', false],
	[respond(500), 'identity-unavailable', true],
	[respond(503), 'identity-unavailable', true],
	[askToWait(503, 0), 'identity-unavailable', false],
	[respond(200), 'identity-response-unreadable', true],
	[respond(300), 'identity-response-unreadable', false],
	[lose('unreachable'), 'identity-unavailable', false],
	[lose('lost'), 'identity-unavailable', true],
])('a refresh that ended with %j is %s; it may have taken effect: %s', (failure, code, may) => {
	const response = failRefresh(failure);
	expect(explainFailure(response, connection).code).toBe(code);
	const advice = 'This refresh may have taken effect';
	expect(explainFailure(response, connection).detail?.includes(advice)).toBe(may);
});

const undecodable = [
	...['Z_DATA_ERROR', 'ZSTD_error_prefix_unknown', 'ERR__ERROR_FORMAT_PADDING_1'],
	'HPE_INVALID_CONSTANT',
];
const onlyHttps = "If the server only supports https, 'API Base URL' must begin with https://.";

test.each<[NoResponse, 'service' | 'identity', string]>([
	[lose('lost', 'ECONNRESET'), 'service', `No response arrived (ECONNRESET). ${onlyHttps}`],
	[lose('lost'), 'service', `No response arrived. ${onlyHttps}`],
	[lose('lost', TIME_LIMIT), 'service', 'No response arrived (time limit).'],
	[lose('lost', 'ECONNRESET'), 'identity', 'No response arrived (ECONNRESET).'],
	...undecodable.map((code): [NoResponse, 'service', string] => [
		...([lose('lost', code), 'service'] as const),
		`The response could not be decoded (${code}). ${onlyHttps}`,
	]),
	[lose('unreachable', 'ECONNREFUSED'), 'service', 'The connection failed (ECONNREFUSED).'],
	[lose('unreachable', 'ECONNREFUSED'), 'identity', 'Nothing was sent (ECONNREFUSED).'],
	[lose('host-not-found', 'ENOTFOUND'), 'identity', 'The connection failed (ENOTFOUND).'],
])('%j of the %s reads: %s', (response, party, detail) => {
	expect(explainFailure({ ...response, party }, connection).detail).toBe(detail);
});

test('names the field and the address that was asked, if it may be the wrong one', () => {
	const url = 'http://api.internal/api/Users/me';
	const expected = { httpStatus: 404, parameter: 'API Base URL', address: url };
	expect(explainFailure({ ...respond(404), url }, connection)).toMatchObject(expected);
	expect(explainFailure({ ...respond(403), url }, connection)).not.toHaveProperty('address');
	const redirectsTo = 'https://login.example.com/sign-in';
	expect(explainFailure({ ...respond(302), url, redirectsTo }, connection)).toMatchObject({
		address: url,
		detail: `It leads to ${redirectsTo}.`,
	});
});

test('a refresh that n8n could not read is no success of the request', () => {
	expect(isSuccess(respond(200))).toBe(true);
	expect(isSuccess(failRefresh(respond(200)))).toBe(false);
	expect(isSuccess(respond(300))).toBe(false);
});

test('blames no address for a host that it redirects to, or a proxy', () => {
	const unknown = { ...lose('host-not-found', 'ENOTFOUND'), host: 'moved.invalid' };
	const response = failRefresh(unknown);
	const { detail, ...others } = explainFailure(response, connection);
	expect(others).toEqual({ code: 'host-not-found' });
	const where = `"moved.invalid" is where ${realm} redirects, or the proxy of HTTP_PROXY`;
	expect(detail).toContain(where);
	const known = failRefresh({ ...unknown, host: 'login.example.com' });
	expect(explainFailure(known, connection)).toMatchObject({ parameter: 'Identity Server URL' });
});

function askToWait(status: number, retryAfterMs: number): ReceivedResponse {
	return endWithResponse(GET, { status, body: '', retryAfterMs });
}
const unsent = lose('unreachable');
const lost = lose('lost');

test.each([429, 500, 502, 503, 504])('a GET is tried three times on %i', (status) => {
	expect(decideRetry(1, respond(status))).toBe(500);
	expect(decideRetry(2, respond(status))).toBe(1000);
	expect(decideRetry(3, respond(status))).toBeUndefined();
});

test.each([
	...[200, 400, 403, 404].map((status) => respond(status)),
	lose('blocked-by-ssrf-protection'),
	askToWait(429, 30_001),
	{ ...lost, networkCode: TIME_LIMIT },
])('a GET that ended with %j is not repeated', (response) => {
	expect(decideRetry(1, response)).toBeUndefined();
});

test.each([
	[askToWait(429, 30_000), 30_000],
	[unsent, 500],
	[lost, 500],
])('a GET that ended with %j is repeated after %i ms', (response, waitMs) => {
	expect(decideRetry(1, response)).toBe(waitMs);
});

test.each([POST, DELETE])('%j is repeated only where nothing can have taken effect', (asked) => {
	const after = (end: PlainResponse) => decideRetry(1, ask(asked, end));
	expect(after(unsent)).toBe(500);
	expect(after(respond(429))).toBe(500);
	expect(after(askToWait(503, 0))).toBe(0);
	expect(after(lose('blocked-by-ssrf-protection'))).toBeUndefined();
	for (const response of [lost, respond(503), respond(502), respond(504), respond(500)]) {
		expect(after(response)).toBeUndefined();
	}
});

test('a refresh is repeated only if it had no effect, and once', () => {
	const after = (failure: PlainResponse, tries = 1) =>
		decideRetry(tries, failRefresh(failure), 1 + tries);
	expect(after(unsent)).toBe(500);
	expect(after(unsent, 2)).toBe(1000);
	for (const failure of [respond(429), askToWait(429, 0), askToWait(503, 0)]) {
		expect(after(failure)).toEqual(expect.any(Number));
		expect(after(failure, 2)).toBeUndefined();
	}
	expect(after(lose('blocked-by-ssrf-protection'))).toBeUndefined();
	for (const failure of [lost, respond(400), respond(500), respond(502), respond(503)]) {
		expect(after(failure)).toBeUndefined();
	}
});

test.each<[Asked, PlainResponse, PlainResponse['effect'], 'webhook' | 'refresh' | undefined]>([
	[GET, lost, 'none', undefined],
	[GET, respond(500), 'none', undefined],
	[POST, unsent, 'unsent', undefined],
	[POST, lost, 'unknown', 'webhook'],
	[POST, respond(200), 'done', 'webhook'],
	[POST, respond(404), 'none', undefined],
	[POST, respond(500), 'unknown', 'webhook'],
	[POST, respond(501), 'none', undefined],
	[POST, respond(503), 'none', undefined],
	[DELETE, respond(204), 'done', undefined],
	[DELETE, respond(404), 'done', undefined],
	[DELETE, respond(405), 'done', undefined],
	[DELETE, respond(403), 'none', undefined],
	[DELETE, lost, 'unknown', undefined],
	[REFRESH, unsent, 'unsent', undefined],
	[REFRESH, lost, 'unknown', 'refresh'],
	[REFRESH, respond(200), 'done', 'refresh'],
	[REFRESH, respond(404), 'none', 'refresh'],
	[REFRESH, respond(501), 'unknown', 'refresh'],
	[REFRESH, respond(503), 'unknown', 'refresh'],
	[REFRESH, askToWait(503, 0), 'none', 'refresh'],
])('%j that ended with %j: effect %s, cooldown %s', (asked, end, effect, cooldown) => {
	const response = ask(asked, end);
	expect(response.effect).toBe(effect);
	expect(findCooldown(response)).toBe(cooldown);
});

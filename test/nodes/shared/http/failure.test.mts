import type { Connection, SignIn } from '../../../../nodes/shared/credential.ts';
import { explainFailure } from '../../../../nodes/shared/http/failure.ts';
import {
	type Asked,
	decideRetry,
	endWithoutResponse,
	endWithResponse,
	EXECUTION_ENDED,
	findCooldown,
	isSuccess,
	type NoResponse,
	type PlainResponse,
	type ReceivedResponse,
	REFRESH,
	TIME_LIMIT,
} from '../../../../nodes/shared/http/response.ts';

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
	'Z_DATA_ERROR',
	'ZSTD_error',
	'ERR__ERROR_FORMAT_PADDING_1',
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
	[lose('unreachable', 'ECONNREFUSED'), 'identity', 'The connection failed (ECONNREFUSED).'],
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

function askToWait(status: number, retryAfterMs: number): ReceivedResponse {
	return endWithResponse(GET, { status, body: '', retryAfterMs });
}
const unsent = lose('unreachable');
const lost = lose('lost');
const blocked = lose('blocked-by-ssrf-protection');
const cut = [lose('lost', TIME_LIMIT), lose('lost', EXECUTION_ENDED)];
const respondAll = (...statuses: number[]) => statuses.map((status) => respond(status));

/** The waits before each further try, in milliseconds. */
function listWaits(response: PlainResponse): number[] {
	const waits: number[] = [];
	for (;;) {
		const wait = decideRetry(waits.length + 1, response);
		if (wait === undefined) return waits;
		waits.push(wait);
	}
}

const ofChanges = [POST, DELETE].flatMap((asked): [Asked, PlainResponse[], number[]][] => [
	[asked, [unsent, respond(429)], [500, 1000]],
	[asked, [askToWait(503, 0)], [0, 0]],
	// Each of these may have taken effect.
	[asked, [blocked, lost, ...respondAll(500, 502, 503, 504)], []],
]);

test.each<[Asked, PlainResponse[], number[]]>([
	[GET, [unsent, lost, ...respondAll(429, 500, 502, 503, 504)], [500, 1000]],
	[GET, [askToWait(429, 30_000)], [30_000, 30_000]],
	[GET, [blocked, ...cut, askToWait(429, 30_001), ...respondAll(200, 400, 403, 404)], []],
	...ofChanges,
	[REFRESH, [unsent], [500, 1000]],
	// A refresh token is sent twice at most.
	[REFRESH, [respond(429)], [500]],
	[REFRESH, [askToWait(429, 0), askToWait(503, 0)], [0]],
	[REFRESH, [blocked, lost, ...respondAll(400, 500, 502, 503)], []],
])('%j that ended with one of %j is sent again after %j ms', (asked, ends, waits) => {
	expect(ends.map((end) => listWaits(ask(asked, end)))).toEqual(ends.map(() => waits));
});

test.each<[Asked, PlainResponse, PlainResponse['effect'], 'webhook' | 'refresh' | undefined]>([
	[GET, lost, 'none', undefined],
	[GET, respond(500), 'none', undefined],
	[POST, unsent, 'unsent', undefined],
	[POST, lost, 'unknown', 'webhook'],
	[POST, respond(200), 'done', 'webhook'],
	[POST, respond(302), 'unknown', 'webhook'],
	[POST, respond(303), 'unknown', 'webhook'],
	[POST, respond(307), 'none', undefined],
	[POST, respond(308), 'none', undefined],
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

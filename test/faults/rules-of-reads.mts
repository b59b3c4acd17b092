// What is expected of the action node's calls that only read, fault by fault.
import { asksForAnotherTry, refreshesToken } from './faults.mts';
import type { FaultLabel } from './faults.mts';
import type { Rule } from './rules.mts';

/** Asking again would give the same answer, or would have to wait for too long. */
const failsAtOnce: FaultLabel[] = [
	'status 403',
	'status 500',
	'status 503, Retry-After 60',
	'delay beyond the time limit',
	'broken JSON',
];
/** A read is tried three times. */
const isTriedAgain: FaultLabel[] = [
	'status 502',
	'status 503',
	'status 503, Retry-After 2',
	'too many requests',
	'dropped connection',
	'away',
];

/** The requests of a call, in the words of the docs, by the number of tries. */
type Requests = (tries: number) => string;

/** A GET: nothing happens there, so it may be repeated. `{code}` or `{identityCode}` says who failed. */
function ofRead(code: string, succeeding: Requests, failing: Requests = succeeding): Rule[] {
	const ok = `ok | ${succeeding(1)}`;
	return [
		{ faults: failsAtOnce, during: `${code} | ${failing(1)}`, afterwards: ok },
		{
			faults: isTriedAgain,
			during: [`ok | ${succeeding(2)} | waits {wait}`, `${code} | ${failing(3)} | waits {waits}`],
			afterwards: ok,
		},
		{ faults: ['delay within the time limit'], during: ok, afterwards: ok },
	];
}

/** A GET with an access token, which n8n refreshes once when the service rejects it. */
function ofReadWithToken(code: string, route: string): Rule[] {
	const ok = `ok | ${route} 1`;
	return [
		...ofRead(code, (tries) => `${route} ${tries}`),
		{ faults: refreshesToken, during: `ok | ${route} 2, token 1`, afterwards: ok },
		{
			faults: ['token and refresh token revoked'],
			// Another execution may have refreshed it meanwhile.
			during: `{code} | ${route} 1, token 1 | waits 500 ms`,
			afterwards: ok,
		},
		{ faults: ['key rotation'], during: `ok | ${route} 2, token 1, certs 1`, afterwards: ok },
	];
}

export const ofUserInfo: Rule[] = [
	...ofReadWithToken('{identityCode}', 'userinfo'),
	{
		faults: ['status 403'],
		during: 'user-info-rejected 403 | userinfo 1',
		afterwards: 'ok | userinfo 1',
	},
];

export const ofCurrentUser: Rule[] = [
	...ofReadWithToken('{code}', 'users-me'),
	{
		faults: ['away, refusing connections'],
		during: '{code} | nothing sent | waits {waits}',
		afterwards: 'ok | users-me 1',
	},
];

export const ofProviderConfiguration: Rule[] = ofRead(
	'{identityCode}',
	(tries) => `discovery ${tries}, certs 1`,
	(tries) => `discovery ${tries}`,
);

export const ofProviderKeys: Rule[] = [
	...ofRead('{identityCode}', (tries) => `discovery 1, certs ${tries}`),
	{
		// The whole server is away, and the discovery document comes first.
		faults: ['away'],
		during: [
			'ok | discovery 2, certs 1 | waits {wait}',
			'{identityCode} | discovery 3 | waits {waits}',
		],
		afterwards: 'ok | discovery 1, certs 1',
	},
];

/** A download is a read with errors of its own; what broke off behind its first bytes is not tried again. */
export const ofDownload: Rule[] = [
	{
		faults: ['status 403', 'status 500', 'status 503, Retry-After 60'],
		during: 'recording-rejected {status} | recordings 1',
		afterwards: 'ok | recordings 1',
	},
	{
		faults: ['status 502', 'status 503', ...asksForAnotherTry],
		during: [
			'ok | recordings 2 | waits {wait}',
			'recording-rejected {status} | recordings 3 | waits {waits}',
		],
		afterwards: 'ok | recordings 1',
	},
	{
		faults: ['delay within the time limit'],
		during: 'ok | recordings 1',
		afterwards: 'ok | recordings 1',
	},
	{
		faults: ['delay beyond the time limit', 'delay beyond the time limit, after effect'],
		during: 'recording-time-limit | recordings 1',
		afterwards: 'ok | recordings 1',
	},
	{
		faults: ['dropped connection', 'away'],
		during: [
			'ok | recordings 2 | waits {wait}',
			'recording-unreachable | recordings 3 | waits {waits}',
		],
		afterwards: 'ok | recordings 1',
	},
	{
		faults: ['dropped connection after effect'],
		during: 'recording-incomplete | recordings 1',
		afterwards: 'ok | recordings 1',
	},
	{
		faults: ['away, refusing connections'],
		during: 'recording-unreachable | nothing sent | waits {waits}',
		afterwards: 'ok | recordings 1',
	},
];

// What is expected of the action node's calls, fault by fault.
import { asksForAnotherTry, hidesKeys, renewsToken } from './faults.mts';
import type { FaultLabel } from './faults.mts';
import { atTheService } from './rules.mts';
import type { Rule } from './rules.mts';

/** Asking again would give the same answer, or would have to wait for too long. */
const failsAtOnce: FaultLabel[] = [
	'status 403',
	'status 500',
	'status 503, Retry-After 60',
	'broken JSON',
];
/** A read is tried three times. */
const isTriedAgain: FaultLabel[] = [
	'status 502',
	'status 503',
	'status 503, Retry-After 2',
	'too many requests',
	'delay beyond the time limit',
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

/** A GET with an access token, which n8n renews once when the service refuses it. */
function ofReadWithToken(code: string, route: string): Rule[] {
	const ok = `ok | ${route} 1`;
	return [
		...ofRead(code, (tries) => `${route} ${tries}`),
		{ faults: renewsToken, during: `ok | ${route} 2, token 1`, afterwards: ok },
		{
			faults: ['token and refresh token revoked'],
			// Another execution may have renewed it meanwhile.
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
		during: 'user-info-refused 403 | userinfo 1',
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

/** What the token endpoint may have taken effect by: the refresh token is not shown again. */
const mayRenew: FaultLabel[] = [
	'status 500',
	'status 502',
	'status 503',
	'status 503, Retry-After 2',
	'status 503, Retry-After 60',
	'dropped connection',
	'away',
];

/**
 * A call whose access token the service refuses: what n8n's own renewal at the token endpoint makes of it.
 * A delay beyond the limit of 60 s is played by test/nodes/time-limits.test.mts.
 * @param then the requests of the call once its token is renewed
 */
function ofRenewalBefore(then: string, [made, none]: readonly [string, string]): Rule[] {
	const works = `ok | users-me 2, token 1${then}${made}`;
	const failsAtOnce = `users-me 1, token 1${none}`;
	return [
		{
			faults: ['status 403', 'too many requests', ...mayRenew],
			during: `{identityCode} | ${failsAtOnce}`,
			afterwards: works,
		},
		{
			faults: ['broken JSON'],
			during: `{identityCode} 200 | ${failsAtOnce}`,
			afterwards: works,
		},
		{
			faults: ['delay within the time limit'],
			during: works,
			afterwards: `ok | users-me 1${then}${made}`,
		},
		{
			// The refresh token was replaced by one that n8n never received: the sign-in is over.
			faults: ['dropped connection after effect'],
			during: `{identityCode} | ${failsAtOnce}`,
			afterwards: `sign-in-expired 401 | users-me 1, token 1 | waits 500 ms${none}`,
		},
		{
			faults: ['key rotation'],
			during: `ok | users-me 2, token 1, certs 1${then}${made}`,
			afterwards: `ok | users-me 1${then}${made}`,
		},
	];
}

export const ofRenewal: Rule[] = ofRenewalBefore('', ['', '']);

/** Nothing is made before the sign-in works. */
export const ofRegisteringWithRenewal: Rule[] = ofRenewalBefore(', webhooks 1', [
	` | ${atTheService(1)}`,
	` | ${atTheService(0)}`,
]);

/** A call does not depend on the keys: without them the token is sent unverified, and verified the next time. */
export const ofFirstCall: Rule[] = [
	{
		faults: hidesKeys,
		during: 'ok | certs 1, users-me 1',
		afterwards: 'ok | certs 1, users-me 1',
	},
	{
		faults: ['delay within the time limit'],
		during: 'ok | certs 1, users-me 1',
		afterwards: 'ok | users-me 1',
	},
	{
		faults: ['key rotation'],
		during: 'ok | certs 1, users-me 2, token 1',
		// The ID token's key is asked for once more, and then counts as old.
		afterwards: 'ok | certs 1, users-me 1',
	},
];

/**
 * GET /api/Users/me comes first; POST /api/Webhooks is sent again only if nothing can have been made. A delay beyond the time limit is not
 * played: what is held back may take effect at any moment after the fault.
 */
export const ofRegistering: Rule[] = [
	{
		faults: ['status 403', 'status 503', 'status 503, Retry-After 60'],
		during: `{code} | users-me 1, webhooks 1 | ${atTheService(0)}`,
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
	{
		faults: asksForAnotherTry,
		during: [
			`ok | users-me 1, webhooks 2 | waits {wait} | ${atTheService(1)}`,
			`{code} | users-me 1, webhooks 3 | waits {waits} | ${atTheService(0)}`,
		],
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
	{
		faults: ['away, refusing connections'],
		during: `{code} | nothing sent | waits {waits} | ${atTheService(0)}`,
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
	{
		faults: ['status 500', 'status 502'],
		during: `registration-outcome-unknown {status} | users-me 1, webhooks 1 | ${atTheService(0)}`,
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
	{
		faults: ['dropped connection'],
		during: `registration-outcome-unknown | users-me 1, webhooks 1 | ${atTheService(0)}`,
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
	{
		// The whole service is away, and the user comes first.
		faults: ['away'],
		during: [
			`ok | users-me 2, webhooks 1 | waits {wait} | ${atTheService(1)}`,
			`{code} | users-me 3 | waits {waits} | ${atTheService(0)}`,
		],
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
	{
		faults: ['broken JSON'],
		during: `registration-answer-without-id 200 | users-me 1, webhooks 1 | ${atTheService(0)}`,
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
	{
		faults: ['status 500 after effect'],
		during: `registration-outcome-unknown {status} | users-me 1, webhooks 1 | ${atTheService(1)}`,
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
	{
		faults: ['delay beyond the time limit, after effect', 'dropped connection after effect'],
		during: `registration-outcome-unknown | users-me 1, webhooks 1 | ${atTheService(1)}`,
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
	{
		faults: ['broken JSON after effect'],
		during: `registration-answer-without-id 200 | users-me 1, webhooks 1 | ${atTheService(1)}`,
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
	{
		faults: ['delay within the time limit'],
		during: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
	{
		faults: renewsToken,
		during: `ok | users-me 2, token 1, webhooks 1 | ${atTheService(1)}`,
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
	{
		faults: ['token and refresh token revoked'],
		during: `{code} | users-me 1, token 1 | waits 500 ms | ${atTheService(0)}`,
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
	{
		faults: ['key rotation'],
		during: `ok | users-me 2, token 1, certs 1, webhooks 1 | ${atTheService(1)}`,
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
];

/** n8n is asked to renew, whether or not the access token still works. */
export const ofKeepingAlive: Rule[] = [
	{
		faults: ['status 403', 'too many requests', ...mayRenew],
		during: '{identityCode} | token 1',
		afterwards: 'ok | token 1',
	},
	{
		faults: ['broken JSON'],
		during: '{identityCode} 200 | token 1',
		afterwards: 'ok | token 1',
	},
	{
		faults: ['delay within the time limit'],
		during: 'ok | token 1',
		afterwards: 'ok | token 1',
	},
	{
		faults: ['dropped connection after effect'],
		during: '{identityCode} | token 1',
		afterwards: 'sign-in-expired 401 | token 1',
	},
];

/** What was found about a token is data, and no failure. */
export const ofVerifyingFirst: Rule[] = [
	{
		faults: hidesKeys,
		during: 'valid: false, keys-unavailable | certs 1',
		afterwards: 'ok | certs 1',
	},
	{
		faults: ['broken JSON'],
		during: 'valid: false, key-set-invalid | certs 1',
		afterwards: 'ok | certs 1',
	},
	{
		faults: ['delay within the time limit'],
		during: 'ok | certs 1',
		afterwards: 'ok | nothing sent',
	},
	{
		faults: ['key rotation'],
		during: 'valid: false, key-unknown | certs 1',
		afterwards: 'valid: false, key-unknown | certs 1',
	},
];

/** The keys are remembered. */
export const ofVerifyingAgain: Rule[] = [
	{
		faults: [...hidesKeys, 'delay within the time limit', 'key rotation'],
		during: 'ok | nothing sent',
		afterwards: 'ok | nothing sent',
	},
];

/** Signing out ends the refresh token, so what succeeded once says the second time that it is over. */
export const ofSigningOut: Rule[] = [
	{
		faults: [
			'status 403',
			'status 500',
			'status 502',
			'status 503',
			'status 503, Retry-After 60',
			'dropped connection',
			'away',
		],
		during: '{identityCode} | logout 1',
		afterwards: 'ok | logout 1',
	},
	{
		faults: asksForAnotherTry,
		during: ['ok | logout 2 | waits {wait}', '{identityCode} | logout 3 | waits {waits}'],
		afterwards: ['sign-in-expired 400 | logout 1', 'ok | logout 1'],
	},
	{
		faults: ['delay within the time limit'],
		during: 'ok | logout 1',
		afterwards: 'sign-in-expired 400 | logout 1',
	},
	{
		faults: ['delay beyond the time limit'],
		during: '{identityCode} | logout 1',
		afterwards: 'sign-in-expired 400 | logout 1',
	},
	{
		// The answer's body is not read, and the fault came in place of the effect.
		faults: ['broken JSON'],
		during: 'ok | logout 1',
		afterwards: 'ok | logout 1',
	},
];

/** A download is a read with errors of its own; what broke off behind its first bytes is not tried again. */
export const ofDownload: Rule[] = [
	{
		faults: ['status 403', 'status 500', 'status 503, Retry-After 60'],
		during: 'recording-refused {status} | recordings 1',
		afterwards: 'ok | recordings 1',
	},
	{
		faults: ['status 502', 'status 503', ...asksForAnotherTry],
		during: [
			'ok | recordings 2 | waits {wait}',
			'recording-refused {status} | recordings 3 | waits {waits}',
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

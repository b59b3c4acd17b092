// What is expected of verifying, refreshing and ending a sign-in's tokens, fault by fault.
import { asksForAnotherTry, hidesKeys } from './faults.mts';
import type { FaultLabel } from './faults.mts';
import { atTheService } from './rules.mts';
import type { Rule } from './rules.mts';

/** What the token endpoint may have taken effect by: the refresh token is not shown again. */
const mayRefresh: FaultLabel[] = [
	'status 500',
	'status 502',
	'status 503',
	'status 503, Retry-After 60',
	'dropped connection',
	'away',
];

/** n8n drops the Retry-After of a 429. */
const waitsOfRefresh = [
	['status 503, Retry-After 2', '2 s'],
	['too many requests', '500 ms'],
] as const satisfies [FaultLabel, string][];

/**
 * A call whose access token the service rejects: what n8n's own refresh at the token endpoint makes of it.
 * A delay beyond the limit of 60 s is played by test/nodes/shared/time-limits.test.mts.
 * @param then the requests of the call once its token is refreshed
 */
function ofRefreshBefore(then: string, [made, none]: readonly [string, string]): Rule[] {
	const works = `ok | users-me 2, token 1${then}${made}`;
	const worksAtOnce = `ok | users-me 1${then}${made}`;
	const failsAtOnce = `users-me 1, token 1${none}`;
	return [
		{
			faults: ['status 403'],
			during: `refresh-rejected 403 | ${failsAtOnce}`,
			afterwards: works,
		},
		{ faults: mayRefresh, during: `{identityCode} | ${failsAtOnce}`, afterwards: works },
		...waitsOfRefresh.map(
			([fault, wait]): Rule => ({
				faults: [fault],
				during: [
					`ok | users-me 3, token 2${then} | waits ${wait}${made}`,
					`{identityCode} | users-me 2, token 2 | waits ${wait}${none}`,
				],
				afterwards: [worksAtOnce, works],
			}),
		),
		{
			faults: ['broken JSON'],
			during: `{identityCode} 200 | ${failsAtOnce}`,
			afterwards: works,
		},
		{
			faults: ['delay within the time limit'],
			during: works,
			afterwards: worksAtOnce,
		},
		{
			// The refresh token was replaced by one that n8n never received: the sign-in is over.
			faults: ['dropped connection after effect'],
			during: `{identityCode} | ${failsAtOnce}`,
			afterwards: `credential-reconnect-needed 401 | users-me 1, token 1 | waits 500 ms${none}`,
		},
		{
			faults: ['key rotation'],
			during: `ok | users-me 2, token 1, certs 1${then}${made}`,
			afterwards: worksAtOnce,
		},
	];
}

export const ofRefresh: Rule[] = ofRefreshBefore('', ['', '']);

/** Nothing is made before the sign-in works. */
export const ofRegisteringWithRefresh: Rule[] = ofRefreshBefore(', webhooks 1', [
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

/** n8n is asked to refresh, whether or not the access token still works. */
export const ofKeepingAlive: Rule[] = [
	{
		faults: ['status 403'],
		during: 'refresh-rejected 403 | token 1',
		afterwards: 'ok | token 1',
	},
	{ faults: mayRefresh, during: '{identityCode} | token 1', afterwards: 'ok | token 1' },
	...waitsOfRefresh.map(
		([fault, wait]): Rule => ({
			faults: [fault],
			during: [`ok | token 2 | waits ${wait}`, `{identityCode} | token 2 | waits ${wait}`],
			afterwards: 'ok | token 1',
		}),
	),
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
		afterwards: 'credential-reconnect-needed 401 | token 1',
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

/**
 * Signing out ends the refresh token, so what succeeded once says the second time that it is over. A delay
 * beyond the time limit is played after the effect: before it, the effect may come at any moment after the fault.
 */
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
		afterwards: ['credential-reconnect-needed 400 | logout 1', 'ok | logout 1'],
	},
	{
		faults: ['delay within the time limit'],
		during: 'ok | logout 1',
		afterwards: 'credential-reconnect-needed 400 | logout 1',
	},
	{
		faults: ['delay beyond the time limit, after effect'],
		during: '{identityCode} | logout 1',
		afterwards: 'credential-reconnect-needed 400 | logout 1',
	},
	{
		// The answer's body is not read, and the fault came in place of the effect.
		faults: ['broken JSON'],
		during: 'ok | logout 1',
		afterwards: 'ok | logout 1',
	},
];

// The action node's calls to the service and its storage, and what is expected of them fault by fault.
import { asksForAnotherTry, hidesKeys, losesTheAnswer, refreshesToken } from './faults.mts';
import {
	download,
	firstCall,
	getCurrent,
	refresh,
	register,
	registerWithRefresh,
} from './operations/execute-operations.mts';
import { mayRefresh, ofReadWithToken, waitsOfRefresh } from './rules-of-calls.mts';
import { atTheService, endingIn } from './rules.mts';
import type { Rule, Section } from './rules.mts';

/**
 * A call whose access token the service rejects: what n8n's own refresh at the token endpoint makes of it.
 * A delay beyond the limit of 60 s is played by test/nodes/shared/token-refresh.test.mts.
 * @param then the requests of the call once its token is refreshed
 */
function ofRefreshBefore(then: string, [made, none]: readonly [string, string]): Rule[] {
	const works = `ok | users-me 2, token 1${then}${made}`;
	const worksAtOnce = `ok | users-me 1${then}${made}`;
	const failsAtOnce = `users-me 1, token 1${none}`;
	return [
		...endingIn(works, [
			{ faults: ['status 403'], during: `refresh-rejected 403 | ${failsAtOnce}` },
			{ faults: mayRefresh, during: `{identityCode} | ${failsAtOnce}` },
			{ faults: ['broken JSON'], during: `{identityCode} 200 | ${failsAtOnce}` },
		]),
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

const registers = `ok | users-me 1, webhooks 1 | ${atTheService(1)}`;

export const sectionsOfCalls: Section[] = [
	{
		title: 'User: Get Current, at GET /api/Users/me',
		operation: getCurrent,
		target: 'users-me',
		rules: [
			...ofReadWithToken('{code}', 'users-me'),
			{
				faults: ['away, refusing connections'],
				during: '{code} | nothing sent | waits {waits}',
				afterwards: 'ok | users-me 1',
			},
		],
	},
	{
		title: 'Any call with a new token, at the keys that verify it',
		operation: firstCall,
		target: 'certs',
		// A call does not depend on the keys: without them the token is sent unverified, and verified the next time.
		rules: [
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
		],
	},
	{
		title: 'Any call whose token has to be refreshed, at the token endpoint',
		operation: refresh,
		target: 'token',
		rules: ofRefreshBefore('', ['', '']),
	},
	{
		title: 'Webhook: Register, at POST /api/Webhooks',
		operation: register,
		target: 'webhooks',
		// GET /api/Users/me comes first; this call is sent again only if nothing can have been made. A delay beyond
		// the time limit is not played: a request that hangs may take effect at any moment after the fault.
		rules: endingIn(registers, [
			{
				faults: ['status 403', 'status 503', 'status 503, Retry-After 60'],
				during: `{code} | users-me 1, webhooks 1 | ${atTheService(0)}`,
			},
			{
				faults: asksForAnotherTry,
				during: [
					`ok | users-me 1, webhooks 2 | waits {wait} | ${atTheService(1)}`,
					`{code} | users-me 1, webhooks 3 | waits {waits} | ${atTheService(0)}`,
				],
			},
			{
				faults: ['away, refusing connections'],
				during: `{code} | nothing sent | waits {waits} | ${atTheService(0)}`,
			},
			{
				faults: ['status 500', 'status 502', 'dropped connection'],
				during: `registration-outcome-unknown {status} | users-me 1, webhooks 1 | ${atTheService(0)}`,
			},
			{
				// The whole service is away, and the user comes first.
				faults: ['away'],
				during: [
					`ok | users-me 2, webhooks 1 | waits {wait} | ${atTheService(1)}`,
					`{code} | users-me 3 | waits {waits} | ${atTheService(0)}`,
				],
			},
			{
				faults: ['broken JSON'],
				during: `registration-response-without-id 200 | users-me 1, webhooks 1 | ${atTheService(0)}`,
			},
			{
				faults: losesTheAnswer,
				during: `registration-outcome-unknown {status} | users-me 1, webhooks 1 | ${atTheService(1)}`,
			},
			{
				faults: ['broken JSON after effect'],
				during: `registration-response-without-id 200 | users-me 1, webhooks 1 | ${atTheService(1)}`,
			},
			{ faults: ['delay within the time limit'], during: registers },
			{
				faults: refreshesToken,
				during: `ok | users-me 2, token 1, webhooks 1 | ${atTheService(1)}`,
			},
			{
				faults: ['token and refresh token revoked'],
				during: `{code} | users-me 1, token 1 | waits 500 ms | ${atTheService(0)}`,
			},
			{
				faults: ['key rotation'],
				during: `ok | users-me 2, token 1, certs 1, webhooks 1 | ${atTheService(1)}`,
			},
		]),
	},
	{
		title: 'Webhook: Register with a token that has to be refreshed, at the token endpoint',
		operation: registerWithRefresh,
		target: 'token',
		// Nothing is made before the sign-in works.
		rules: ofRefreshBefore(', webhooks 1', [` | ${atTheService(1)}`, ` | ${atTheService(0)}`]),
	},
];

export const sectionOfDownload: Section = {
	title: 'Recording: Download, at the storage',
	operation: download,
	target: 'recordings',
	// A read with errors of its own; what broke off behind its first bytes is not tried again.
	rules: endingIn('ok | recordings 1', [
		{
			faults: ['status 403', 'status 500', 'status 503, Retry-After 60'],
			during: 'recording-rejected {status} | recordings 1',
		},
		{
			faults: ['status 502', 'status 503', ...asksForAnotherTry],
			during: [
				'ok | recordings 2 | waits {wait}',
				'recording-rejected {status} | recordings 3 | waits {waits}',
			],
		},
		{ faults: ['delay within the time limit'], during: 'ok | recordings 1' },
		{
			faults: ['delay beyond the time limit', 'delay beyond the time limit, after effect'],
			during: 'recording-time-limit | recordings 1',
		},
		{
			faults: ['dropped connection', 'away'],
			during: [
				'ok | recordings 2 | waits {wait}',
				'recording-unreachable | recordings 3 | waits {waits}',
			],
		},
		{
			faults: ['dropped connection after effect'],
			during: 'recording-incomplete | recordings 1',
		},
		{
			faults: ['away, refusing connections'],
			during: 'recording-unreachable | nothing sent | waits {waits}',
		},
	]),
};

// What is expected of more than one call of the action node, fault by fault.
import { refreshesToken } from './faults.mts';
import type { FaultLabel } from './faults.mts';
import { endingIn } from './rules.mts';
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
export const ofRead = (
	code: string,
	succeeding: Requests,
	failing: Requests = succeeding,
): Rule[] =>
	endingIn(`ok | ${succeeding(1)}`, [
		{ faults: failsAtOnce, during: `${code} | ${failing(1)}` },
		{
			faults: isTriedAgain,
			during: [`ok | ${succeeding(2)} | waits {wait}`, `${code} | ${failing(3)} | waits {waits}`],
		},
		{ faults: ['delay within the time limit'], during: `ok | ${succeeding(1)}` },
	]);

/** A GET with an access token, which n8n refreshes once when the service rejects it. */
export const ofReadWithToken = (code: string, route: string): Rule[] => [
	...ofRead(code, (tries) => `${route} ${tries}`),
	...endingIn(`ok | ${route} 1`, [
		{ faults: refreshesToken, during: `ok | ${route} 2, token 1` },
		{
			faults: ['token and refresh token revoked'],
			// Another execution may have refreshed it meanwhile.
			during: `{code} | ${route} 1, token 1 | waits 500 ms`,
		},
		{ faults: ['key rotation'], during: `ok | ${route} 2, token 1, certs 1` },
	]),
];

/** What the token endpoint may have taken effect by: the refresh token is not shown again. */
export const mayRefresh: FaultLabel[] = [
	'status 500',
	'status 502',
	'status 503',
	'status 503, Retry-After 60',
	'dropped connection',
	'away',
];

/** n8n drops the Retry-After of a 429. */
export const waitsOfRefresh = [
	['status 503, Retry-After 2', '2 s'],
	['too many requests', '500 ms'],
] as const satisfies [FaultLabel, string][];

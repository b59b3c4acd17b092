// What is expected of Webhook: Register, fault by fault.
import { asksForAnotherTry, refreshesToken } from './faults.mts';
import { atTheService } from './rules.mts';
import type { Rule } from './rules.mts';

/**
 * GET /api/Users/me comes first; POST /api/Webhooks is sent again only if nothing can have been made. A delay
 * beyond the time limit is not played: a request that hangs may take effect at any moment after the fault.
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
		during: `registration-response-without-id 200 | users-me 1, webhooks 1 | ${atTheService(0)}`,
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
		during: `registration-response-without-id 200 | users-me 1, webhooks 1 | ${atTheService(1)}`,
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
	{
		faults: ['delay within the time limit'],
		during: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
		afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(1)}`,
	},
	{
		faults: refreshesToken,
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

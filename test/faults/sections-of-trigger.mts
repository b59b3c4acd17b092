// The trigger at every route that it calls, and what is expected of it fault by fault.
import { asksForAnotherTry, hidesKeys, losesTheAnswer, refreshesToken } from './faults.mts';
import type { FaultLabel } from './faults.mts';
import { createDeliveryOperation } from './operations/delivery-operations.mts';
import {
	publish,
	publishUnchanged,
	publishWithRefresh,
	unpublishAndDelete,
	unpublishAndKeep,
} from './operations/publish-operations.mts';
import { atTheService, endingIn } from './rules.mts';
import type { Rule, Section } from './rules.mts';

const publishes = `ok | users-me 1, webhooks 1 | ${atTheService(1)}`;
const isPublishedAlready = `ok | nothing sent | ${atTheService(1)}`;
const asksTheUserFirst = `ok 2 minutes later | users-me 1, webhooks 1 | ${atTheService(1)}`;
const refreshesAndPublishes = `ok | users-me 2, token 1, webhooks 1 | ${atTheService(1)}`;

const token: FaultLabel[] = [...refreshesToken, 'token and refresh token revoked', 'key rotation'];

/** What does not depend on the route that meets the fault. */
const ofPublishing: Rule[] = [
	{
		faults: ['delay within the time limit'],
		during: publishes,
		afterwards: isPublishedAlready,
	},
	{
		faults: ['away'],
		during: [
			`ok at attempt 2 | users-me 2, webhooks 1 | ${atTheService(1)}`,
			`{code} | users-me 5 | ${atTheService(0)}`,
		],
		afterwards: [isPublishedAlready, publishes],
	},
	{
		faults: ['away, refusing connections'],
		during: `{code} | nothing sent | ${atTheService(0)}`,
		afterwards: publishes,
	},
	{
		faults: refreshesToken,
		during: refreshesAndPublishes,
		afterwards: isPublishedAlready,
	},
	{
		faults: ['token and refresh token revoked'],
		during: `{code} | users-me 1, token 1 | waits 500 ms | ${atTheService(0)}`,
		afterwards: publishes,
	},
	{
		faults: ['key rotation'],
		during: `ok | users-me 2, token 1, certs 1, webhooks 1 | ${atTheService(1)}`,
		afterwards: isPublishedAlready,
	},
];

const accepted = '200 accepted; executions 1; valid';
const rejected = '503 unavailable';
const duplicate = '200 duplicate; executions 0';

/** The keys are there in time, or are new. */
const ofDeliveryWithKeys: Rule = {
	faults: ['delay within the time limit', 'key rotation'],
	during: `${accepted} | certs 1`,
	afterwards: `${duplicate} | nothing sent`,
};

/** The trigger at every route that it calls. */
export const sectionsOfTrigger: Section[] = [
	{
		title: 'Trigger: publish, at GET /api/Users/me',
		operation: publish,
		target: 'users-me',
		rules: [
			...ofPublishing,
			{
				// This call comes before anything is made: n8n's next attempt is free to start again.
				faults: [
					'status 403',
					'status 500',
					'status 502',
					'status 503',
					'status 503, Retry-After 2',
					'status 503, Retry-After 60',
					'too many requests',
					'delay beyond the time limit',
					'broken JSON',
					'dropped connection',
				],
				during: [
					`ok at attempt 2 | users-me 2, webhooks 1 | ${atTheService(1)}`,
					`{code} | users-me 5 | ${atTheService(0)}`,
				],
				afterwards: [isPublishedAlready, publishes],
			},
		],
	},
	{
		title: 'Trigger: publish, at POST /api/Webhooks',
		operation: publish,
		target: 'webhooks',
		// An attempt follows only on an answer by which nothing can have been made. A delay beyond the time
		// limit is not played: a request that hangs may take effect at any moment after the fault.
		rules: [
			...ofPublishing,
			{
				faults: ['status 403', 'status 503', 'status 503, Retry-After 60', ...asksForAnotherTry],
				during: [
					`ok at attempt 2 | users-me 2, webhooks 2 | ${atTheService(1)}`,
					`{code} | users-me 5, webhooks 5 | ${atTheService(0)}`,
				],
				afterwards: [isPublishedAlready, publishes],
			},
			...endingIn(asksTheUserFirst, [
				{
					faults: ['status 500', 'status 502', 'dropped connection'],
					during: `registration-outcome-unknown {status} | users-me 1, webhooks 1 | ${atTheService(0)}`,
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
			]),
		],
	},
	{
		title: 'Trigger: publish with a token that has to be refreshed, at the token endpoint',
		operation: publishWithRefresh,
		target: 'token',
		// After a failure n8n's further attempts, which come within 15 s, send nothing.
		rules: [
			{
				faults: ['too many requests'],
				during: [
					`ok | users-me 3, token 2, webhooks 1 | waits 500 ms | ${atTheService(1)}`,
					`{identityCode} | users-me 2, token 2 | waits 500 ms | ${atTheService(0)}`,
				],
				afterwards: [isPublishedAlready, refreshesAndPublishes],
			},
			...endingIn(refreshesAndPublishes, [
				{
					faults: ['status 403'],
					during: `refresh-rejected 403 | users-me 1, token 1 | ${atTheService(0)}`,
				},
				{
					faults: ['status 500', 'status 502', 'status 503', 'dropped connection', 'away'],
					during: `{identityCode} | users-me 1, token 1 | ${atTheService(0)}`,
				},
				{
					faults: ['broken JSON'],
					during: `{identityCode} 200 | users-me 1, token 1 | ${atTheService(0)}`,
				},
			]),
		],
	},
	{
		title: 'Trigger: publish what is registered already',
		operation: publishUnchanged,
		target: 'webhooks',
		rules: [
			{
				// Nothing is sent, so nothing can fail.
				faults: ['status 500', 'away', ...token],
				during: isPublishedAlready,
				afterwards: isPublishedAlready,
			},
		],
	},
	{
		title: 'Trigger: unpublish with Keep',
		operation: unpublishAndKeep,
		target: 'webhooks',
		rules: [
			{
				faults: ['status 500', 'away', ...token],
				during: `ok, kept | nothing sent | ${atTheService(1)}`,
				afterwards: isPublishedAlready,
			},
		],
	},
	{
		title: 'Trigger: unpublish with Try to Delete, at DELETE /api/Webhooks',
		operation: unpublishAndDelete,
		target: 'webhooks',
		// The service of the sandbox knows no DELETE: its 404 means "forgotten", and publishing registers again.
		rules: [
			{
				faults: [
					'status 403',
					'status 500',
					'status 502',
					'status 503',
					'status 503, Retry-After 60',
					'delay beyond the time limit',
					'dropped connection',
					'away',
				],
				during: `ok, kept | webhooks 1 | ${atTheService(1)}`,
				afterwards: isPublishedAlready,
			},
			{
				faults: ['away, refusing connections'],
				during: `ok, kept | nothing sent | waits {waits} | ${atTheService(1)}`,
				afterwards: isPublishedAlready,
			},
			{
				faults: asksForAnotherTry,
				during: [
					`ok, forgotten | webhooks 2 | waits {wait} | ${atTheService(1)}`,
					`ok, kept | webhooks 3 | waits {waits} | ${atTheService(1)}`,
				],
				afterwards: [`ok | users-me 1, webhooks 1 | ${atTheService(2)}`, isPublishedAlready],
			},
			{
				faults: ['delay within the time limit', 'broken JSON', 'token and refresh token revoked'],
				during: `ok, forgotten | webhooks 1 | ${atTheService(1)}`,
				afterwards: `ok | users-me 1, webhooks 1 | ${atTheService(2)}`,
			},
			{
				faults: refreshesToken,
				during: `ok, forgotten | webhooks 1 | ${atTheService(1)}`,
				afterwards: `ok | users-me 2, token 1, webhooks 1 | ${atTheService(2)}`,
			},
			{
				faults: ['key rotation'],
				during: `ok, forgotten | webhooks 1 | ${atTheService(1)}`,
				afterwards: `ok | users-me 2, token 1, certs 1, webhooks 1 | ${atTheService(2)}`,
			},
		],
	},
	{
		title: 'Trigger: delivery with Require, the first one, at the keys',
		operation: createDeliveryOperation({ verifyDeliveries: 'require' }),
		target: 'certs',
		rules: [
			ofDeliveryWithKeys,
			{
				// Without keys nothing is accepted, and the service is asked to deliver again.
				faults: hidesKeys,
				during: [
					`${rejected}, ${accepted} | certs 2`,
					`${rejected}, ${rejected}, ${rejected}, ${rejected}; executions 0 | certs 4`,
				],
				afterwards: [`${duplicate} | nothing sent`, `${accepted} | certs 1`],
			},
		],
	},
	{
		title: 'Trigger: delivery with Require, a minute after another, at the keys',
		operation: createDeliveryOperation({
			verifyDeliveries: 'require',
			lastDeliveryMs: 0,
		}),
		target: 'certs',
		rules: [
			ofDeliveryWithKeys,
			{
				// The keys are fresh: only a key that nobody knows makes them be asked for.
				faults: [...hidesKeys, 'delay within the time limit'],
				during: `${accepted} | nothing sent`,
				afterwards: `${duplicate} | nothing sent`,
			},
		],
	},
	{
		title: 'Trigger: delivery with Require, an hour after another, at the keys',
		operation: createDeliveryOperation({
			verifyDeliveries: 'require',
			lastDeliveryMs: 60 * 60 * 1000,
		}),
		target: 'certs',
		rules: [
			ofDeliveryWithKeys,
			{
				// The keys are stale, and good enough as long as there are no others.
				faults: hidesKeys,
				during: `${accepted} | certs 1`,
				afterwards: `${duplicate} | certs 1`,
			},
		],
	},
	{
		title: 'Trigger: delivery with Report Only, the first one, at the keys',
		operation: createDeliveryOperation({ verifyDeliveries: 'reportOnly' }),
		target: 'certs',
		// Accepted in any case; the item says what could not be verified. Once it can be verified, the same
		// delivery runs again: what was not verified never makes what is a duplicate.
		rules: [
			ofDeliveryWithKeys,
			...endingIn(`${accepted} | certs 1`, [
				{
					faults: hidesKeys,
					during: '200 accepted; executions 1; keys-unavailable | certs 1',
				},
				{
					faults: ['broken JSON'],
					during: '200 accepted; executions 1; key-set-invalid | certs 1',
				},
			]),
		],
	},
];

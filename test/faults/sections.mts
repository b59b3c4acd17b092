import type { FaultTarget } from '../../sandbox/types.mts';
import type { FaultLabel } from './faults.mts';
import { createDeliveryOperation } from './operations/delivery-operations.mts';
import { download } from './operations/download-operation.mts';
import {
	firstCall,
	getCurrent,
	getProviderConfiguration,
	getUserInfo,
	refresh,
	register,
	signOut,
	verifyTokenAgain,
	verifyTokenFirst,
} from './operations/execute-operations.mts';
import {
	publish,
	publishUnchanged,
	unpublishAndDelete,
	unpublishAndKeep,
} from './operations/publish-operations.mts';
import type { Operation } from './run-scenario.mts';

/** One operation at one route, and the faults that it is shown. */
export interface Section {
	/** As in the docs. */
	title: string;
	operation: Operation;
	/** The route that the faults are switched on for. */
	target: FaultTarget;
	faults: FaultLabel[];
}

const statuses: FaultLabel[] = [
	'status 403',
	'status 500',
	'status 502',
	'status 503',
	'status 503, Retry-After 2',
	'status 503, Retry-After 60',
	'too many requests',
];
const transport: FaultLabel[] = [
	'delay within the time limit',
	'delay beyond the time limit',
	'broken JSON',
	'dropped connection',
	'away',
];
const tokens: FaultLabel[] = [
	'token revoked',
	'token expired',
	'token and refresh token revoked',
	'key rotation',
];
const ofReads: FaultLabel[] = [...statuses, ...transport, ...tokens];
const ofApiReads: FaultLabel[] = [...ofReads, 'away, refusing connections'];
// A request that is held back before it takes effect may do so at any moment after the fault.
const ofRegistering: FaultLabel[] = [
	...ofApiReads.filter((label) => label !== 'delay beyond the time limit'),
	'status 500 after effect',
	'delay beyond the time limit, after effect',
	'broken JSON after effect',
	'dropped connection after effect',
];
const ofKeys: FaultLabel[] = [
	'status 500',
	'status 503, Retry-After 2',
	'too many requests',
	...transport,
	'key rotation',
];

/** The whole matrix: every operation that calls somebody, at every route that it calls. */
export const sections: Section[] = [
	{
		title: 'Trigger: publish, at GET /api/Users/me',
		operation: publish,
		target: 'users-me',
		faults: ofApiReads,
	},
	{
		title: 'Trigger: publish, at POST /api/Webhooks',
		operation: publish,
		target: 'webhooks',
		faults: ofRegistering,
	},
	{
		title: 'Trigger: publish what is registered already',
		operation: publishUnchanged,
		target: 'webhooks',
		faults: ['status 500', 'away', ...tokens],
	},
	{
		title: 'Trigger: unpublish with Keep',
		operation: unpublishAndKeep,
		target: 'webhooks',
		faults: ['status 500', 'away', ...tokens],
	},
	{
		title: 'Trigger: unpublish with Try to Delete, at DELETE /api/Webhooks',
		operation: unpublishAndDelete,
		target: 'webhooks',
		faults: ofApiReads,
	},
	{
		title: 'Trigger: delivery with Required, the first one, at the keys',
		operation: createDeliveryOperation({ verifyDeliveries: 'required' }),
		target: 'certs',
		faults: ofKeys,
	},
	{
		title: 'Trigger: delivery with Required, a minute after another, at the keys',
		operation: createDeliveryOperation({
			verifyDeliveries: 'required',
			lastDeliveryMilliseconds: 0,
		}),
		target: 'certs',
		faults: ofKeys,
	},
	{
		title: 'Trigger: delivery with Required, an hour after another, at the keys',
		operation: createDeliveryOperation({
			verifyDeliveries: 'required',
			lastDeliveryMilliseconds: 60 * 60 * 1000,
		}),
		target: 'certs',
		faults: ofKeys,
	},
	{
		title: 'Trigger: delivery with Report, the first one, at the keys',
		operation: createDeliveryOperation({ verifyDeliveries: 'report' }),
		target: 'certs',
		faults: ofKeys,
	},
	{
		title: 'User: Get Current, at GET /api/Users/me',
		operation: getCurrent,
		target: 'users-me',
		faults: ofApiReads,
	},
	{
		title: 'Any call with a new token, at the keys that verify it',
		operation: firstCall,
		target: 'certs',
		faults: ofKeys,
	},
	{
		title: 'Any call whose token has to be renewed, at the token endpoint',
		operation: refresh,
		target: 'token',
		// n8n's own request: its time limit of 300 s is not ours to cut.
		faults: [
			...statuses,
			'delay within the time limit',
			'broken JSON',
			'dropped connection',
			'dropped connection after effect',
			'away',
			'key rotation',
		],
	},
	{
		title: 'Webhook: Register, at POST /api/Webhooks',
		operation: register,
		target: 'webhooks',
		faults: ofRegistering,
	},
	{
		title: 'Identity: Get User Info, at the userinfo endpoint',
		operation: getUserInfo,
		target: 'userinfo',
		faults: ofReads,
	},
	{
		title: 'Identity: Get Provider Configuration, at the discovery document',
		operation: getProviderConfiguration,
		target: 'discovery',
		faults: [...statuses, ...transport],
	},
	{
		title: 'Identity: Get Provider Configuration, at the keys',
		operation: getProviderConfiguration,
		target: 'certs',
		faults: [...statuses, ...transport],
	},
	{
		title: 'Identity: Verify Token, the first time, at the keys',
		operation: verifyTokenFirst,
		target: 'certs',
		faults: ofKeys,
	},
	{
		title: 'Identity: Verify Token, a minute after another call, at the keys',
		operation: verifyTokenAgain,
		target: 'certs',
		faults: ofKeys,
	},
	{
		title: 'Identity: Sign Out, at the logout endpoint',
		operation: signOut,
		target: 'logout',
		faults: [...statuses, ...transport],
	},
	{
		title: 'Recording: Download, at the storage',
		operation: download,
		target: 'recordings',
		faults: [
			...statuses,
			// Whatever comes with 200 is a recording: broken JSON cannot be told from one.
			...transport.filter((label) => label !== 'broken JSON'),
			'delay beyond the time limit, after effect',
			'dropped connection after effect',
			'away, refusing connections',
		],
	},
];

import type { FaultTarget } from '../../sandbox/types.mts';
import { createDeliveryOperation } from './operations/delivery-operations.mts';
import { download } from './operations/download-operation.mts';
import {
	firstCall,
	getCurrent,
	getServerSettings,
	getUserInfo,
	refreshToken,
	refresh,
	register,
	registerWithRefresh,
	signOut,
	verifyTokenAgain,
	verifyTokenFirst,
} from './operations/execute-operations.mts';
import {
	publish,
	publishUnchanged,
	publishWithRefresh,
	unpublishAndDelete,
	unpublishAndKeep,
} from './operations/publish-operations.mts';
import {
	ofCurrentUser,
	ofDownload,
	ofProviderConfiguration,
	ofProviderKeys,
	ofUserInfo,
} from './rules-of-reads.mts';
import { ofRegistering } from './rules-of-registering.mts';
import {
	ofFirstCall,
	ofKeepingAlive,
	ofRegisteringWithRefresh,
	ofRefresh,
	ofSigningOut,
	ofVerifyingAgain,
	ofVerifyingFirst,
} from './rules-of-tokens.mts';
import {
	ofDeleting,
	ofDeliveryAfterAMinute,
	ofDeliveryAfterAnHour,
	ofFirstDelivery,
	ofKeeping,
	ofPublishingAtUser,
	ofPublishingAtWebhooks,
	ofPublishingUnchanged,
	ofPublishingWithRefresh,
	ofReportedDelivery,
} from './rules-of-trigger.mts';
import type { Rule } from './rules.mts';
import type { Operation } from './run-scenario.mts';

/** One operation at one route, and what is expected of it fault by fault. */
export interface Section {
	/** As in the docs. */
	title: string;
	operation: Operation;
	/** The route that the faults are switched on for. */
	target: FaultTarget;
	rules: Rule[];
}

/** The whole matrix: every operation that calls somebody, at every route that it calls. */
export const sections: Section[] = [
	{
		title: 'Trigger: publish, at GET /api/Users/me',
		operation: publish,
		target: 'users-me',
		rules: ofPublishingAtUser,
	},
	{
		title: 'Trigger: publish, at POST /api/Webhooks',
		operation: publish,
		target: 'webhooks',
		rules: ofPublishingAtWebhooks,
	},
	{
		title: 'Trigger: publish with a token that has to be refreshed, at the token endpoint',
		operation: publishWithRefresh,
		target: 'token',
		rules: ofPublishingWithRefresh,
	},
	{
		title: 'Trigger: publish what is registered already',
		operation: publishUnchanged,
		target: 'webhooks',
		rules: ofPublishingUnchanged,
	},
	{
		title: 'Trigger: unpublish with Keep',
		operation: unpublishAndKeep,
		target: 'webhooks',
		rules: ofKeeping,
	},
	{
		title: 'Trigger: unpublish with Try to Delete, at DELETE /api/Webhooks',
		operation: unpublishAndDelete,
		target: 'webhooks',
		rules: ofDeleting,
	},
	{
		title: 'Trigger: delivery with Require, the first one, at the keys',
		operation: createDeliveryOperation({ verifyDeliveries: 'require' }),
		target: 'certs',
		rules: ofFirstDelivery,
	},
	{
		title: 'Trigger: delivery with Require, a minute after another, at the keys',
		operation: createDeliveryOperation({
			verifyDeliveries: 'require',
			lastDeliveryMs: 0,
		}),
		target: 'certs',
		rules: ofDeliveryAfterAMinute,
	},
	{
		title: 'Trigger: delivery with Require, an hour after another, at the keys',
		operation: createDeliveryOperation({
			verifyDeliveries: 'require',
			lastDeliveryMs: 60 * 60 * 1000,
		}),
		target: 'certs',
		rules: ofDeliveryAfterAnHour,
	},
	{
		title: 'Trigger: delivery with Report Only, the first one, at the keys',
		operation: createDeliveryOperation({ verifyDeliveries: 'reportOnly' }),
		target: 'certs',
		rules: ofReportedDelivery,
	},
	{
		title: 'User: Get Current, at GET /api/Users/me',
		operation: getCurrent,
		target: 'users-me',
		rules: ofCurrentUser,
	},
	{
		title: 'Any call with a new token, at the keys that verify it',
		operation: firstCall,
		target: 'certs',
		rules: ofFirstCall,
	},
	{
		title: 'Any call whose token has to be refreshed, at the token endpoint',
		operation: refresh,
		target: 'token',
		rules: ofRefresh,
	},
	{
		title: 'Webhook: Register, at POST /api/Webhooks',
		operation: register,
		target: 'webhooks',
		rules: ofRegistering,
	},
	{
		title: 'Webhook: Register with a token that has to be refreshed, at the token endpoint',
		operation: registerWithRefresh,
		target: 'token',
		rules: ofRegisteringWithRefresh,
	},
	{
		title: 'Identity: Get User Info, at the userinfo endpoint',
		operation: getUserInfo,
		target: 'userinfo',
		rules: ofUserInfo,
	},
	{
		title: 'Identity: Get Server Settings, at the discovery document',
		operation: getServerSettings,
		target: 'discovery',
		rules: ofProviderConfiguration,
	},
	{
		title: 'Identity: Get Server Settings, at the keys',
		operation: getServerSettings,
		target: 'certs',
		rules: ofProviderKeys,
	},
	{
		title: 'Identity: Verify Token, the first time, at the keys',
		operation: verifyTokenFirst,
		target: 'certs',
		rules: ofVerifyingFirst,
	},
	{
		title: 'Identity: Verify Token, a minute after another call, at the keys',
		operation: verifyTokenAgain,
		target: 'certs',
		rules: ofVerifyingAgain,
	},
	{
		title: 'Identity: Refresh Token, at the token endpoint',
		operation: refreshToken,
		target: 'token',
		rules: ofKeepingAlive,
	},
	{
		title: 'Identity: Sign Out, at the logout endpoint',
		operation: signOut,
		target: 'logout',
		rules: ofSigningOut,
	},
	{
		title: 'Recording: Download, at the storage',
		operation: download,
		target: 'recordings',
		rules: ofDownload,
	},
];

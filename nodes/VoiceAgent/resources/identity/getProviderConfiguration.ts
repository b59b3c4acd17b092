import type { IExecuteFunctions } from 'n8n-workflow';
import { buildJwksUrl, checkProviderConfiguration } from '../../../../core';
import {
	describeOutcome,
	findOutcomeCode,
	isSuccess,
	readIdentityServer,
	readProperty,
	requestPlain,
	requireRecord,
	throwNodeError,
} from '../../../shared';
import type { Operation } from '../operation';

async function getJson(context: IExecuteFunctions, url: string, itemIndex: number) {
	const outcome = await requestPlain(context, { method: 'GET', url });
	if (isSuccess(outcome)) {
		const code = 'identity-response-unreadable';
		return requireRecord(context.getNode(), outcome.body, itemIndex, code);
	}
	throwNodeError(context, findOutcomeCode(outcome, undefined, 'identity'), {
		itemIndex,
		...describeOutcome(outcome, undefined, 'identity'),
	});
}

/**
 * The discovery document, checked against the address, and the public keys (part 4.2). It needs no
 * sign-in: it is what shows whether the address is right, before anything else works.
 */
export const getProviderConfiguration: Operation = {
	name: 'Get Provider Configuration',
	action: 'Get provider configuration',
	description: 'Get and check the discovery document and the public keys of the identity server',
	fields: [
		{
			displayName: 'Allow Endpoints Elsewhere',
			name: 'allowOtherOrigins',
			type: 'boolean',
			default: false,
			description: 'Whether to allow endpoints on another origin than the identity server URL',
		},
	],
	async execute(context, itemIndex) {
		const { identityServerUrl, issuer } = await readIdentityServer(context, itemIndex);
		const discovery = `${identityServerUrl}/.well-known/openid-configuration`;
		const configuration = await getJson(context, discovery, itemIndex);
		const allowOtherOrigins = context.getNodeParameter('allowOtherOrigins', itemIndex) === true;
		const failures = checkProviderConfiguration(configuration, identityServerUrl, {
			issuer,
			allowOtherOrigins,
		});
		if (failures.length > 0) {
			throwNodeError(context, 'provider-configuration-invalid', {
				itemIndex,
				detail: failures.map(({ message }) => message).join(' '),
			});
		}
		const keySet = await getJson(context, buildJwksUrl(identityServerUrl), itemIndex);
		return [{ json: { configuration, keys: readProperty(keySet, 'keys') ?? [] } }];
	},
};

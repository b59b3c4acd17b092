import type { IExecuteFunctions } from 'n8n-workflow';
import { buildJwksUrl } from '../../../../core/token/key-sets';
import { checkProviderConfiguration } from '../../../../core/token/provider';
import { throwOutcome } from '../../../shared/http/service-message';
import { isSuccess, requestPlain, requireObject } from '../../../shared/http/call-service';
import { readIdentityServer } from '../../../shared/credential';
import { readProperty } from '../../../../core/json';
import { throwNodeError } from '../../../shared/errors';
import type { Operation } from '../operation';

async function getJson(context: IExecuteFunctions, url: string, itemIndex: number) {
	const outcome = await requestPlain(context, { method: 'GET', url });
	if (isSuccess(outcome)) {
		const code = 'identity-response-unreadable';
		return requireObject(context, outcome.body, itemIndex, code);
	}
	throwOutcome(context, outcome, { party: 'identity', itemIndex });
}

/**
 * The discovery document, checked against the address, and the public keys (part 4.2). It needs no
 * sign-in: it is what shows whether the address is right, before anything else works.
 */
export const getServerSettings: Operation = {
	name: 'Get Server Settings',
	action: 'Get the settings of the identity server',
	description: "Get the identity server's settings and public keys, and check the settings",
	fields: [
		{
			displayName: 'Allow Other Hosts',
			name: 'allowOtherOrigins',
			type: 'boolean',
			default: false,
			description: 'Whether to accept settings that name other hosts than the Identity Server URL',
		},
	],
	async execute(context, itemIndex) {
		const { identityServerUrl, issuer } = await readIdentityServer(context, itemIndex);
		const discovery = `${identityServerUrl}/.well-known/openid-configuration`;
		const settings = await getJson(context, discovery, itemIndex);
		const allowOtherOrigins = context.getNodeParameter('allowOtherOrigins', itemIndex) === true;
		const failures = checkProviderConfiguration(settings, identityServerUrl, {
			issuer,
			allowOtherOrigins,
		});
		if (failures.length > 0) {
			throwNodeError(context, 'server-settings-invalid', {
				itemIndex,
				detail: `Reason: ${failures.join(' ')}`,
			});
		}
		const keySet = await getJson(context, buildJwksUrl(identityServerUrl), itemIndex);
		return [{ json: { settings, keys: readProperty(keySet, 'keys') ?? [] } }];
	},
};

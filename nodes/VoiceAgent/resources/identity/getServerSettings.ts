import type { IExecuteFunctions } from 'n8n-workflow';
import { buildJwksUrl } from '../../../../core/token/key-sets';
import { checkProviderConfiguration } from '../../../../core/token/provider';
import { requireObject } from '../../../shared/http/call-service';
import { throwFailure } from '../../../shared/http/failure';
import { isSuccess } from '../../../shared/http/response';
import { sendPlain } from '../../../shared/http/transport';
import { DISCOVERY_PATH, readIdentityServer } from '../../../shared/addresses';
import { describeUnsent, readCredential } from '../../../shared/credential';
import { readProperty } from '../../../../core/json';
import { throwNodeError, throwReason } from '../../../shared/errors';
import { addHint } from '../../result';
import type { Operation } from '../operation';

/** The discovery document, checked against the address, and the public keys (part 4.2). Needs no sign-in. */
export const getServerSettings: Operation = {
	name: 'Get Server Settings',
	action: 'Get identity server settings',
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
	async execute(context, { flag }) {
		const allowOtherOrigins = flag('allowOtherOrigins', false);
		const credential = await readCredential(context);
		const identity = readIdentityServer(context, credential);
		if (identity === undefined) throwNodeError(context, 'identity-server-url-missing');
		const { identityServerUrl, issuer } = identity;
		const settings = await getJson(context, `${identityServerUrl}${DISCOVERY_PATH}`);
		const expected = { issuer, allowOtherOrigins };
		const checked = checkProviderConfiguration(settings, identityServerUrl, expected);
		if (!checked.success) throwReason(context, checked.error);
		const keySet = await getJson(context, buildJwksUrl(identityServerUrl));
		const unsent = describeUnsent(credential);
		if (unsent !== '') addHint(context, unsent);
		return [{ json: { settings, keys: readProperty(keySet, 'keys') ?? [] } }];
	},
};

async function getJson(context: IExecuteFunctions, url: string) {
	const response = await sendPlain(context, { method: 'GET', party: 'identity', url });
	if (!isSuccess(response)) throwFailure(context, response);
	return requireObject(context, response.body, 'identity-response-unreadable');
}

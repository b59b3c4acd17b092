import type { IExecuteFunctions } from 'n8n-workflow';
import { readProperty, type UnknownObject } from '../../../../core/json';
import { parseHttpUrl } from '../../../../core/net/address';
import { isIssuer, quoteIssuer } from '../../../../core/token/claims';
import { buildJwksUrl } from '../../../../core/token/key-sets';
import { requireObject } from '../../../shared/http/call-service';
import { throwFailure } from '../../../shared/http/failure';
import { isSuccess } from '../../../shared/http/response';
import { sendPlain } from '../../../shared/http/transport';
import { DISCOVERY_PATH, type IdentityServer, readIdentityServer } from '../../../shared/addresses';
import { describeUnsent, readCredential } from '../../../shared/credential';
import { throwNodeError } from '../../../shared/errors';
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
		const { identityServerUrl } = identity;
		const settings = await getJson(context, `${identityServerUrl}${DISCOVERY_PATH}`);
		const failures = listFailures(settings, identity, allowOtherOrigins);
		if (failures.length > 0) {
			const detail = `Reason: ${failures.join(' ')}`;
			throwNodeError(context, 'server-settings-invalid', { detail });
		}
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

/** The endpoints of part 4.2 of the interface document, by their names in the discovery document. */
const ENDPOINTS = [
	...['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint'],
	...['end_session_endpoint', 'jwks_uri'],
];

/** What is wrong with issuer and origins of a discovery document. Not checked: whether the endpoints answer. */
export function listFailures(
	settings: UnknownObject,
	{ identityServerUrl, issuer }: IdentityServer,
	allowOtherOrigins: boolean,
): string[] {
	const name = issuer === identityServerUrl ? 'the identity server URL' : 'the Issuer';
	const expected = `${name} in the credential is ${quoteIssuer(issuer)}`;
	const origins = [identityServerUrl, issuer].map(readOrigin);
	const ofEndpoints = ENDPOINTS.map((endpoint) => {
		const origin = readOrigin(settings[endpoint]);
		if (origin === undefined) return `${endpoint} is missing or no address.`;
		if (allowOtherOrigins || origins.includes(origin)) return '';
		return `${endpoint} is on another origin than the identity server URL.`;
	});
	return [
		isIssuer(settings.issuer, issuer)
			? ''
			: `issuer is ${quoteIssuer(settings.issuer)}, but ${expected}.`,
		...ofEndpoints,
	].filter(Boolean);
}

function readOrigin(address: unknown): string | undefined {
	return typeof address === 'string' ? parseHttpUrl(address)?.origin : undefined;
}

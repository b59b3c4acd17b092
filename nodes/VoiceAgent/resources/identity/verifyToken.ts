import type { IExecuteFunctions } from 'n8n-workflow';
import { repairTexts } from '../../../../core/json';
import { verifyJwt } from '../../../../core/token/verify-token';
import { explainFailure } from '../../../shared/http/failure';
import {
	findSignInEnd,
	findTokenEnd,
	type IdentityConnection,
	readIdentityConnection,
	type SignIn,
} from '../../../shared/credential';
import { isDataObject, refreshTokens } from '../../../shared/http/call-service';
import { useIdentityKeys } from '../../../shared/http/identity-keys';
import { throwNodeError } from '../../../shared/errors';
import { addHint } from '../../result';
import { declareChoices } from '../../../shared/parameters';
import type { Operation } from '../operation';

const IS_INVALID = 'A token is invalid. The fields code and message of the output say why.';

/** Verifies the credential's own tokens, or one from the item, against the identity server's keys (part 5). */
export const verifyToken: Operation = {
	name: 'Verify Token',
	action: 'Verify token',
	description: "Verify the credential's tokens, or a token from a field, and emit the result",
	fields: [
		{
			displayName: 'Token',
			name: 'tokenSource',
			type: 'options',
			options: declareChoices({
				credential: ['From the Credential', 'The access token and the ID token of the credential'],
				field: ['From a Field', 'A token from the item'],
			}),
			default: 'credential',
			description: 'Which token to verify',
		},
		{
			displayName: 'Token Text',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			displayOptions: { show: { tokenSource: ['field'] } },
			description: 'The token to verify, usually as an expression',
		},
		{
			displayName: 'Expected Audience',
			name: 'audience',
			type: 'string',
			default: '',
			hint: 'Name of the API that the access token must list (aud)',
			description: 'Audience that the access token must name. Leave empty to skip this check.',
		},
		{
			displayName: 'Fail on Invalid Token',
			name: 'failOnInvalid',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description: 'Whether to fail if a token is invalid, instead of emitting the result',
		},
	],
	async execute(context, { is, text, flag }) {
		const isField = is('tokenSource', 'field');
		const given = isField ? text('token') : undefined;
		const audience = text('audience');
		const failOnInvalid = flag('failOnInvalid', false);
		const connection = await readIdentityConnection(context);
		const json = isField
			? { token: await judgeToken(context, connection, given, audience) }
			: await verifyOwnTokens(context, connection, audience);
		const verdicts = 'token' in json ? [json.token] : [json.access_token, json.id_token];
		const invalid = verdicts.find((verdict) => verdict?.valid === false);
		if (invalid && failOnInvalid) {
			const detail = `Reason: ${invalid.message} (${invalid.code})`;
			throwNodeError(context, 'token-invalid', { detail });
		}
		if (invalid) addHint(context, IS_INVALID);
		return [{ json: repairTexts(json) }];
	},
};

const ID_TOKEN_IS_OLD =
	'The ID token has expired. It proves who signed in at that time, and it is not refreshed.';

/** First refreshes an expired access token: with a good refresh token the credential works. */
async function verifyOwnTokens(
	context: IExecuteFunctions,
	connection: IdentityConnection,
	audience: string | undefined,
) {
	let present = connection;
	let accessToken = await judgeToken(context, present, present.accessToken, audience);
	if (accessToken.code === 'expired' && connection.signIn !== undefined) {
		const failure = await refreshTokens(context, connection);
		if (failure === undefined) {
			present = await readIdentityConnection(context);
			accessToken = await judgeToken(context, present, present.accessToken, audience);
		} else {
			const { code } = explainFailure(failure, connection);
			accessToken.message = `${accessToken.message} It could not be refreshed: ${code}.`;
		}
	}
	const { signIn } = present;
	const idToken = signIn && (await judgeToken(context, present, signIn.idToken, signIn.clientId));
	const isOld = idToken?.code === 'expired';
	return {
		access_token: accessToken,
		// A refresh need not bring a new ID token: an old one is fine.
		id_token: isOld ? { ...idToken, valid: true, message: ID_TOKEN_IS_OLD } : (idToken ?? null),
		scope: compareScopes(signIn),
		refresh_token_expires_at: findSignInEnd(present),
	};
}

function compareScopes(signIn: SignIn | undefined) {
	if (signIn === undefined) return null;
	const split = (scope: string | undefined) => (scope ?? '').split(' ').filter(Boolean);
	const asked = split(signIn.askedScope);
	// A server that names no scope granted what was asked for (RFC 6749, 5.1).
	const granted = split(signIn.grantedScope ?? signIn.askedScope);
	return { asked, granted, missing: asked.filter((scope) => !granted.includes(scope)) };
}

async function judgeToken(
	context: IExecuteFunctions,
	{ identity }: IdentityConnection,
	token: string | undefined,
	audience: string | undefined,
) {
	if (token === undefined) {
		const message = 'There is no token to verify.';
		return { valid: false, code: 'token-missing', message, claims: null, expires_at: null };
	}
	const keys = useIdentityKeys(context)(identity.identityServerUrl);
	const expectations = { issuer: identity.issuer, audience };
	const result = await verifyJwt(token, expectations, keys, Date.now());
	const claims = isDataObject(result.claims) ? result.claims : null;
	return {
		valid: result.success,
		code: result.success ? null : result.error.code,
		message: result.success ? null : result.error.message,
		claims,
		expires_at: claims === null ? null : findTokenEnd(token),
	};
}

/** `code` is `null` if `valid`, except for an ID token that has only expired: `valid: true` and `expired`. */
export type TokenVerdict = Awaited<ReturnType<typeof judgeToken>>;

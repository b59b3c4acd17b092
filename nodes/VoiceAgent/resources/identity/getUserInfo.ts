import type { IExecuteFunctions } from 'n8n-workflow';
import { decodeUnverifiedTokenClaims } from '../../../../core/token/claims';
import { verifyJwt } from '../../../../core/token/verify-token';
import {
	type Connection,
	findTokenEnd,
	type IdentityConnection,
	readIdentityConnection,
} from '../../../shared/credential';
import type { ErrorCode } from '../../../shared/error-catalog';
import { requestService, requireObject } from '../../../shared/http/call-service';
import { explainFailure } from '../../../shared/http/failure';
import { useIdentityKeys } from '../../../shared/http/identity-keys';
import { isSuccess } from '../../../shared/http/response';
import { throwNodeError } from '../../../shared/errors';
import type { Operation } from '../operation';

const jwt = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** GET userinfo of the identity server (part 4.2 of the interface document). */
export const getUserInfo: Operation = {
	name: 'Get User Info',
	action: 'Get user info',
	description: 'Get what the identity server says about the signed-in user',
	fields: [],
	async execute(context) {
		const connection = await readIdentityConnection(context);
		const url = `${connection.identity.identityServerUrl}/protocol/openid-connect/userinfo`;
		const request = { method: 'GET', party: 'identity', url } as const;
		const response = await requestService(context, connection, request);
		if (!isSuccess(response)) {
			const { code, ...failure } = explainFailure(response, connection);
			const shown = code === 'identity-rejected' ? explainRejection(connection) : code;
			throwNodeError(context, shown, failure);
		}
		const { body } = response;
		const isJwt = typeof body === 'string' && jwt.test(body);
		const claims = isJwt ? await verifyUserInfo(context, connection, body) : body;
		return [{ json: requireObject(context, claims, 'identity-response-unreadable') }];
	},
};

/** Nothing refreshes a pasted token: if the token has expired, that is why the server rejected it. */
function explainRejection(connection: Connection): ErrorCode {
	const end = connection.signIn === undefined ? findTokenEnd(connection.accessToken) : null;
	const isPast = end !== null && Date.parse(end) <= Date.now();
	return isPast ? 'pasted-token-rejected' : 'user-info-rejected';
}

/** The claims of user info that came as a JWT. */
async function verifyUserInfo(
	context: IExecuteFunctions,
	{ identity, accessToken, signIn }: IdentityConnection,
	token: string,
): Promise<unknown> {
	const subject = decodeUnverifiedTokenClaims(accessToken)?.sub;
	const expectations = {
		kind: 'user-info',
		issuer: identity.issuer,
		audience: signIn?.clientId,
		subject: typeof subject === 'string' ? subject : undefined,
	} as const;
	const keys = useIdentityKeys(context)(identity.identityServerUrl);
	const verified = await verifyJwt(token, expectations, keys, Date.now());
	if (verified.success) return verified.claims;
	const { code, message } = verified.error;
	throwNodeError(context, 'user-info-not-trusted', { detail: `Reason: ${message} (${code})` });
}

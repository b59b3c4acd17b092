import type { Connection } from '../credential/connection';
import { joinSentences } from '../errors/node-errors';
import { hideSecrets } from './hide-secrets';
import { readNetworkCode } from './network-failure';
import { labelResponse, readServiceMessage } from './service-message';
import {
	mayHaveRefreshed,
	TIME_LIMIT,
	type ReceivedResponse,
	type NoResponse,
	type Party,
	type ServiceOutcome,
} from './service-outcome';

/** What the addresses of both are called in the credential's form. */
const ADDRESS_FIELDS = {
	service: 'API Base URL',
	identity: 'Identity Server URL',
} as const satisfies Record<Party, string>;

const MAX_ADDRESS_CHARACTERS = 200;

/** What the error that is shown says of an outcome besides its code. */
export type OutcomeDetails = {
	httpStatus?: number;
	parameter?: string;
	/** The address that was asked and does not work, of the field that `parameter` names. */
	address?: string;
	detail?: string;
};

/** Status, the other side's own words, the code of the network, and where to go. */
export function describeOutcome(
	outcome: ServiceOutcome,
	connection?: Connection,
	party: Party = 'service',
): OutcomeDetails {
	const secrets = listSecrets(connection);
	if (outcome.kind === 'sign-in-failed') {
		return { httpStatus: 401, detail: hideSecrets(outcome.detail, secrets) };
	}
	if (outcome.kind === 'refresh-failed') {
		const { detail, ...failure } = describeOutcome(outcome.failure, connection, 'identity');
		const advice = mayHaveRefreshed(outcome)
			? 'This refresh may have taken effect: reconnect the credential if a later call asks for it'
			: '';
		return {
			...failure,
			detail: joinSentences('This happened while refreshing the token', detail, advice),
		};
	}
	if (outcome.kind === 'no-response') {
		const advice = party === 'service' ? adviseHttps(outcome, connection) : '';
		return {
			...nameAddress(outcome, connection, party),
			detail: joinSentences(describeNoResponse(outcome, party), advice),
		};
	}
	const words = labelResponse(readServiceMessage(outcome.body, secrets), party);
	const redirect = describeRedirect(outcome, secrets);
	const tokenPage = outcome.status === 401 ? describeTokenPage(connection) : '';
	return {
		httpStatus: outcome.status,
		...((redirect !== '' || outcome.status === 404) && nameAddress(outcome, connection, party)),
		detail: joinSentences(words, redirect, tokenPage),
	};
}

/** The field that holds an address, and the address: of a refresh, which n8n sends, the field's own. */
function nameAddress(
	{ url }: ReceivedResponse | NoResponse,
	connection: Connection | undefined,
	party: Party,
): Pick<OutcomeDetails, 'parameter' | 'address'> {
	const ofField = party === 'service' ? connection?.apiBaseUrl : connection?.identityServerUrl;
	return {
		parameter: ADDRESS_FIELDS[party],
		address: cutAddress(url ?? ofField, listSecrets(connection)),
	};
}

function cutAddress(address: string | undefined, secrets: readonly string[]): string | undefined {
	if (address === undefined) return undefined;
	return hideSecrets(address, secrets).slice(0, MAX_ADDRESS_CHARACTERS);
}

function describeNoResponse({ reason, networkCode }: NoResponse, party: Party): string {
	const code = networkCode === undefined ? '' : ` (${networkCode})`;
	if (reason === 'lost') return `No response arrived${code}`;
	// The texts of the other codes say so themselves.
	const mustSay = party === 'identity' && readNetworkCode(networkCode) === 'rejected';
	return `${mustSay ? 'Nothing was sent' : 'The connection failed'}${code}`;
}

/** A server that speaks https alone ends a connection that begins otherwise. */
function adviseHttps(
	{ reason, networkCode }: NoResponse,
	connection: Connection | undefined,
): string {
	const isEnded = reason === 'lost' && networkCode !== TIME_LIMIT;
	if (!isEnded || !connection?.apiBaseUrl.startsWith('http:')) return '';
	return `If the server only supports https, '${ADDRESS_FIELDS.service}' must begin with https://`;
}

function describeRedirect({ redirectsTo }: ReceivedResponse, secrets: readonly string[]): string {
	const address = cutAddress(redirectsTo, secrets);
	return address === undefined ? '' : `It leads to ${address}`;
}

/** Where a new token is read, if the credential holds a pasted one. */
function describeTokenPage(connection: Connection | undefined): string {
	if (connection?.webAppUrl === undefined || connection.signIn !== undefined) return '';
	return `A new token is shown at ${connection.webAppUrl}/token`;
}

/** What a service may repeat and must not be shown. */
function listSecrets(connection: Connection | undefined): string[] {
	const { accessToken, signIn } = connection ?? {};
	const { clientSecret, refreshToken, idToken } = signIn ?? {};
	return [accessToken, clientSecret, refreshToken, idToken].filter(
		(secret) => secret !== undefined,
	);
}

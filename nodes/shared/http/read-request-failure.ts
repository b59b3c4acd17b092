import { parseOAuthError } from '../../../core';
import { readProperty } from '../parameters/read-property';
import { readServiceMessage } from './service-message';
import type { ServiceOutcome } from './service-outcome';

const refusedCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * What an error thrown by n8n's request function means. n8n wraps the same failure differently from
 * version to version, so the causes are searched for what they all keep: the OAuth error code, the
 * HTTP status and the code of the network.
 */
export function readRequestFailure(error: unknown): ServiceOutcome {
	const causes = listCauses(error);
	const bodies = causes.map((cause) => parseOAuthError(readProperty(cause, 'body')));
	const oauthError = bodies.find(({ error }) => error !== undefined)?.error;
	const { description = '' } = bodies.find((body) => body.description !== undefined) ?? {};
	const detail = readServiceMessage(description);
	if (oauthError === 'invalid_client' || oauthError === 'unauthorized_client') {
		return { kind: 'sign-in-failed', code: 'client-refused', detail };
	}
	const credentialIsInvalid = findText(causes, 'failure', 'cause') === 'credential-invalid';
	if (oauthError !== undefined || credentialIsInvalid) {
		return { kind: 'sign-in-failed', code: 'sign-in-expired', detail };
	}
	const status = findStatus(causes);
	if (status === 401) return { kind: 'sign-in-failed', code: 'sign-in-refused', detail: '' };
	if (status !== undefined) return { kind: 'answer', status, body: '' };
	const networkCode = findText(causes, 'code') ?? findText(causes, 'httpCode');
	return {
		kind: 'no-answer',
		reason: networkCode !== undefined && refusedCodes.includes(networkCode) ? 'refused' : 'lost',
	};
}

/** The error and what caused it, outermost first. */
function listCauses(error: unknown): unknown[] {
	const causes: unknown[] = [];
	let current = error;
	while (current !== undefined && current !== null && causes.length < 6) {
		causes.push(current);
		current = readProperty(current, 'cause');
	}
	return causes;
}

function findText(causes: unknown[], ...names: string[]): string | undefined {
	for (const cause of causes) {
		const value = names.reduce<unknown>(readProperty, cause);
		if (typeof value === 'string' && value !== '') return value;
	}
	return undefined;
}

/** n8n writes the code of the network where it has no HTTP status. */
function findStatus(causes: unknown[]): number | undefined {
	const httpCode = findText(causes, 'httpCode') ?? '';
	return /^[1-5]\d\d$/.test(httpCode) ? Number(httpCode) : undefined;
}

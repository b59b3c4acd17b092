import type { ErrorCode } from './error-catalogue';

/** What became of one request to the service. */
export type ServiceOutcome =
	| {
			kind: 'answer';
			status: number;
			/** Parsed JSON, or the text where it is not JSON. */
			body: unknown;
			/** From Retry-After, where the service sent one. */
			retryAfterMilliseconds?: number;
	  }
	| {
			kind: 'no-answer';
			/** `refused`: nothing was sent. `lost`: the request may have taken effect. */
			reason: 'refused' | 'lost';
	  }
	| {
			/** The request was answered 401 and n8n could not renew the sign-in. */
			kind: 'sign-in-failed';
			code: Extract<ErrorCode, 'sign-in-expired' | 'client-refused' | 'sign-in-refused'>;
			detail: string;
	  };

/** The catalogue's code for an outcome that is not a success. */
export function findOutcomeCode(outcome: ServiceOutcome): ErrorCode {
	if (outcome.kind === 'sign-in-failed') return outcome.code;
	if (outcome.kind === 'no-answer') {
		return outcome.reason === 'refused' ? 'service-unreachable' : 'answer-lost';
	}
	if (outcome.status === 401) return 'sign-in-refused';
	if (outcome.status === 403) return 'permission-denied';
	if (outcome.status === 404) return 'not-found';
	if (outcome.status === 429) return 'too-many-requests';
	if (outcome.status >= 500) return 'service-failed';
	return 'request-refused';
}

// What both nodes use. The build makes one bundle of it that both require, so what is remembered for
// the process (keys, tokens that verified) is remembered once. Inside, each file imports the file
// that it needs.

// The credential
export type { NodeContext } from './node-context';
export {
	type Connection,
	type IdentityServer,
	readAddress,
	readConnection,
	readIdentityServer,
} from './credential/connection';
export { findAccessTokenEnd, findSignInEnd, findSignInLife } from './credential/sign-in-end';
export { authenticationField, optionalAuthenticationField } from './credential/credential-field';
export { readDeliveryChecks } from './credential/read-delivery-checks';
export { useIdentityKeys } from './http/identity-keys';
export {
	chooseCredentialKind,
	hasCredential,
	readCredential,
	readText,
} from './credential/read-credential';

// Errors
export { type ErrorCode, errorCatalog } from './errors/error-catalog';
export {
	createNodeError,
	describeThrown,
	type FailureDetails,
	tellInMessage,
	throwNodeError,
	toNodeError,
	toPublishingError,
} from './errors/node-errors';

// Calls
export { callService, isSuccess, requestPlain, requestService } from './http/call-service';
export { refreshTokens } from './http/refresh-tokens';
export { refreshIfDue } from './http/refresh-if-due';
export { readUnsettled, registerWebhook } from './http/register-webhook';
export { decideRetry } from './http/decide-retry';
export { describeOutcome } from './http/describe-outcome';
export { findOutcomeCode } from './http/find-outcome-code';
export { type Deadline, startDeadline } from './http/start-deadline';
export { type ReceivedResponse, type NoResponse, TIME_LIMIT } from './http/service-outcome';
export { readNetworkCode } from './http/network-failure';
export { openStream, type StreamResponse, type StreamOutcome } from './http/open-stream';

// Parameters
export { outputFields, outputOptionFields, outputOptions } from './parameters/output-fields';
export { readProperty } from './parameters/read-property';
export {
	adviseOnEvents,
	createRegistrationBody,
	registrationBodyField,
} from './parameters/registration-body-fields';
export { requireRecord } from './parameters/require-record';
export { shapeField } from './parameters/shape-field';

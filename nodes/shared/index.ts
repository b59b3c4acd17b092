// What both nodes use. The build makes one bundle of it that both require, so what is remembered for
// the process (keys, tokens that verified) is remembered once. Inside, each file imports the file
// that it needs.

// The credential
export {
	type NodeContext,
	createNodeError,
	describeThrown,
	type FailureDetails,
	tellInMessage,
	throwNodeError,
	toNodeError,
	toPublishingError,
} from './errors';
export {
	type Connection,
	type IdentityServer,
	readAddress,
	readConnection,
	readIdentityServer,
	findAccessTokenEnd,
	findSignInEnd,
	findSignInLife,
	authenticationField,
	optionalAuthenticationField,
	readDeliveryChecks,
	chooseCredentialKind,
	hasCredential,
	readCredential,
	readText,
} from './credential';
export { useIdentityKeys, refreshTokens, refreshIfDue } from './http/access-token';

// Errors
export { type ErrorCode, errorCatalog } from './error-catalog';

// Calls
export { callService, isSuccess, requestPlain, requestService } from './http/call-service';
export { readUnsettled, registerWebhook } from './http/register-webhook';
export {
	decideRetry,
	findOutcomeCode,
	type ReceivedResponse,
	type NoResponse,
	TIME_LIMIT,
	readNetworkCode,
} from './http/outcome';
export { describeOutcome } from './http/service-message';
export { type Deadline, startDeadline } from './http/transport';
export { openStream, type StreamResponse, type StreamOutcome } from './http/stream';

// Parameters
export {
	outputFields,
	outputOptionFields,
	outputOptions,
	readProperty,
	adviseOnEvents,
	createRegistrationBody,
	registrationBodyField,
	requireRecord,
	shapeField,
} from './parameters';

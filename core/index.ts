// What core gives to the nodes, and to anyone who requires the package. Inside core each file imports the
// file that it needs.

// Before any file that declares a schema.
import './configure-zod';

export { isPathSegment } from './net/is-path-segment';
export { isNestedTooDeep } from './json/copy-json';
export { parseJsonText } from './json/parse-json-text';
export { isReadableOnTheWay } from './net/is-readable-on-the-way';
export { parseHttpUrl } from './net/parse-http-url';
export { quoteText } from './json/quote-text';

// The record as it came
export { buildSampleRecord } from './record/build-sample-record';
export { parseRecord } from './record/parse-record';

// The conversation, and what is made of it
export { buildBoundedItems } from './conversation/build-bounded-items';
export {
	buildOutputItems,
	type Output,
	type OutputOptions,
	OUTPUTS,
} from './conversation/build-output-items';
export { SIMPLIFIED_FIELDS } from './conversation/build-simplified';
export { FLAT_COLUMNS } from './conversation/build-flat';
export { TOOL_CALL_ITEM_FIELDS } from './conversation/build-tool-call-items';
export { TURN_ITEM_FIELDS } from './conversation/build-turn-items';
export {
	type Conversation,
	CONVERSATION_FIELDS,
	conversationSchema,
} from './conversation/conversation';
export { writeReport } from './conversation/report/write-report';
export { buildChatMessages, type ChatMessage } from './conversation/transcript/build-chat-messages';
export type { TranscriptOptions } from './conversation/transcript/list-transcript-entries';
export { writeMarkdownTranscript } from './conversation/transcript/write-markdown-transcript';
export { writeSubRip } from './conversation/transcript/write-subrip';
export { writeTextTranscript } from './conversation/transcript/write-text-transcript';
export { writeWebVtt } from './conversation/transcript/write-webvtt';

// Deliveries: authentication, envelope, filters, duplicates
export {
	type AuthenticatedDelivery,
	authenticateDelivery,
	type VerificationMode,
} from './delivery/authenticate-delivery';
export { buildDiscardedItem, type DiscardReason } from './delivery/build-discarded-item';
export { buildTestEvent } from './delivery/build-test-event';
export {
	decideDelivery,
	type DeliveryEvent,
	type DeliveryOutcome,
} from './delivery/decide-delivery';
export { describeBody } from './delivery/describe-body';
export { explainFilter, type FilterFinding } from './delivery/filter-conversation';
export { type CredentialChecks, parseCredentialChecks } from './delivery/parse-credential-checks';
export { hashBody, hashContent } from './delivery/hash-content';
export { parseDelivery } from './delivery/parse-delivery';
export { CONVERSATION_COMPLETE } from './delivery/parse-envelope';
export { isFlatItem, isHistoryLeftOut, type ParsedItem, parseItem } from './delivery/parse-item';
export { restoreTurns } from './delivery/restore-turns';
export { createDeliveryMemory, type DeliveryClaim } from './delivery/remember-deliveries';

export { signBody } from './delivery/sign-body';
export { DEFAULT_SIGNATURE_HEADER, type SignedDelivery } from './delivery/verify-signature';

// The nodes' settings
export {
	type AddressField,
	parseCredentialAddress,
	type ParsedSignIn,
	parseOAuth2SignIn,
	parsePastedSignIn,
	type SignIn,
} from './settings/parse-credential';
export {
	type DownloadSettings,
	type OnMissing,
	parseDownloadSettings,
} from './settings/parse-download-settings';
export { parseEventNames } from './settings/parse-event-names';
export { parseOutputSettings } from './settings/parse-output-settings';
export { parseTranscriptSettings } from './settings/parse-transcript-settings';
export {
	type DuplicateRule,
	parseTriggerSettings,
	type TriggerSettings,
} from './settings/parse-trigger-settings';

// Registrations
export {
	buildRegistrationBody,
	DEFAULT_REGISTRATION_BODY,
} from './registration/build-registration-body';
export { checkWebhookUrl, type WebhookUrlErrorCode } from './registration/check-webhook-url';
export {
	fingerprintRegistration,
	type RegistrationAccount,
} from './registration/fingerprint-registration';
export { parseRegistrationResponse } from './registration/parse-registration-response';
export {
	addRegistration,
	findRegistration,
	findRegistrationOfUrl,
	forgetRegistration,
	parseRememberedRegistrations,
	REMEMBERED_REGISTRATIONS_KEY,
	type RememberedRegistration,
	type RememberedRegistrations,
} from './registration/parse-remembered-registrations';

// What a process remembers
export { BoundedMap } from './memory/bounded-map';
export { Throttle } from './memory/throttle';

// Tokens and the keys they are verified by
export { buildJwksUrl } from './token/build-jwks-url';
export { checkProviderConfiguration } from './token/check-provider-configuration';
export { createKeySetCache, type KeySets } from './token/create-key-set-cache';
export { decodeUnverifiedTokenClaims } from './token/decode-unverified-token-claims';
export { hashToken } from './token/hash-token';
export { isRefreshDue, readSignInLife, type SignInLife } from './token/read-sign-in-life';
export type { TokenErrorCode, TokenFailure } from './token/token-error-codes';
export { type TokenVerification, verifyToken } from './token/verify-token';

// Recordings
export { checkRecordingUrl, type RecordingUrlContext } from './recording/check-recording-url';
export { isExpiryRejection } from './recording/decide-recording-expiry';
export {
	decideRecordingType,
	INSPECTED_BYTES,
	type RecordingType,
} from './recording/decide-recording-type';
export {
	isRecordingTrack,
	listRecordingLinks,
	RECORDING_TRACKS,
	type RecordingLink,
	type RecordingTrack,
} from './recording/recording-tracks';

// What the service answers
export { parseOAuthError } from './service/parse-oauth-error';
export { parseProblemBody, type Words } from './service/parse-problem-body';

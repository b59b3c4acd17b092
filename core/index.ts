// What core gives to the nodes, and to anyone who requires the package. Inside core each file imports the
// file that it needs.

// Before any file that declares a schema.
import './configure-zod';

export { isPathSegment, isReadableOnTheWay, parseHttpUrl } from './net/address';
export { isNestedTooDeep, parseJsonText } from './json';
export { quoteText } from './text';

// The record as it came
export { buildSampleRecord, buildTestEvent } from './delivery/sample';
export { parseRecord } from './record/parse-record';

// The conversation, and what is made of it
export {
	buildBoundedItems,
	buildOutputItems,
	type Output,
	type OutputOptions,
	OUTPUTS,
} from './conversation/outputs';
export { SIMPLIFIED_FIELDS, FLAT_COLUMNS } from './conversation/flat';
export { TOOL_CALL_ITEM_FIELDS, TURN_ITEM_FIELDS } from './conversation/turn-items';
export {
	type Conversation,
	CONVERSATION_FIELDS,
	conversationSchema,
} from './conversation/conversation';
export { writeReport } from './conversation/report/page';
export { buildChatMessages, type ChatMessage } from './conversation/transcript/chat-messages';
export {
	type TranscriptOptions,
	writeMarkdownTranscript,
	writeTextTranscript,
} from './conversation/transcript/transcript';
export { writeSubRip, writeWebVtt } from './conversation/transcript/subtitles';

// Deliveries: authentication, envelope, filters, duplicates
export {
	type AuthenticatedDelivery,
	authenticateDelivery,
	type VerificationMode,
	signBody,
	DEFAULT_SIGNATURE_HEADER,
	type SignedDelivery,
} from './delivery/authenticate';
export { buildDiscardedItem, type DiscardReason } from './delivery/discarded-item';
export {
	decideDelivery,
	type DeliveryEvent,
	type DeliveryOutcome,
	parseDelivery,
} from './delivery/decide-delivery';
export { describeBody, CONVERSATION_COMPLETE } from './delivery/envelope';
export { explainFilter, type FilterFinding } from './delivery/filters';
export {
	type CredentialChecks,
	parseCredentialChecks,
	type AddressField,
	parseCredentialAddress,
	type ParsedSignIn,
	parseOAuth2SignIn,
	parsePastedSignIn,
	type SignIn,
} from './settings/credential';
export {
	hashBody,
	hashContent,
	createDeliveryMemory,
	type DeliveryClaim,
} from './delivery/duplicates';
export {
	isFlatItem,
	isHistoryLeftOut,
	type ParsedItem,
	parseItem,
	restoreTurns,
} from './delivery/item';
export {
	type DownloadSettings,
	type OnMissing,
	parseDownloadSettings,
	parseTranscriptSettings,
} from './settings/action';
export {
	parseEventNames,
	type DuplicateRule,
	parseTriggerSettings,
	type TriggerSettings,
} from './settings/trigger';
export { parseOutputSettings } from './settings/output';

// Registrations
export {
	buildRegistrationBody,
	DEFAULT_REGISTRATION_BODY,
	checkWebhookUrl,
	type WebhookUrlErrorCode,
} from './registration/body';
export {
	fingerprintRegistration,
	type RegistrationAccount,
	parseRegistrationResponse,
	addRegistration,
	findRegistration,
	findRegistrationOfUrl,
	forgetRegistration,
	parseRememberedRegistrations,
	REMEMBERED_REGISTRATIONS_KEY,
	type RememberedRegistration,
	type RememberedRegistrations,
} from './registration/remembered';

// What a process remembers
export { BoundedMap, Throttle } from './memory';

// Tokens and the keys they are verified by
export { buildJwksUrl, createKeySetCache, type KeySets } from './token/key-sets';
export { checkProviderConfiguration } from './token/provider';
export {
	decodeUnverifiedTokenClaims,
	hashToken,
	isRefreshDue,
	readSignInLife,
	type SignInLife,
} from './token/claims';
export type { TokenErrorCode, TokenFailure } from './token/error-codes';
export { type TokenVerification, verifyToken } from './token/verify-token';

// Recordings
export {
	checkRecordingUrl,
	type RecordingUrlContext,
	isExpiryRejection,
	decideRecordingType,
	INSPECTED_BYTES,
	type RecordingType,
	isRecordingTrack,
	listRecordingLinks,
	RECORDING_TRACKS,
	type RecordingLink,
	type RecordingTrack,
} from './recording';

// What the service answers
export { parseOAuthError, parseProblemBody, type Words } from './error-body';

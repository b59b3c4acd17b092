import type { Conversation } from '../conversation/conversation';
import { hasOwn } from '../json/json';
import { matchesAny, matchesLanguage, matchesPhonePrefix } from './match-values';

/** Which conversations a user wants. What is missing, blank, empty or 0 lets everything through. */
export type ConversationFilters = {
	/** Ids or names of agents (`agent_id`, `agent_title`). */
	agents?: readonly string[];
	/** Ids or names of campaigns (`campaign_id`, `campaign_name`). */
	campaigns?: readonly string[];
	/** Values of `status`. */
	statuses?: readonly string[];
	/** Language codes (`en` also takes `en-US` through), or ids of language or locale. */
	languages?: readonly string[];
	/** Values of `telecom_provider`. */
	telephonyProviders?: readonly string[];
	/** Prefixes of `from_number`. */
	fromNumbers?: readonly string[];
	/** Prefixes of `to_number`. */
	toNumbers?: readonly string[];
	/** Least `duration_seconds`, itself included. */
	minimumDurationSeconds?: number;
	/** Greatest `duration_seconds`, itself included. */
	maximumDurationSeconds?: number;
	/** Conversations of agent tests (`test_run_id` or `test_id`): all, only those, or none of them. */
	agentTests?: 'all' | 'only' | 'without';
	/** Keep conversations by the result of their agent test (`test_eval_result.success`). */
	testOutcome?: 'all' | 'passed' | 'failed';
	/** Keep conversations by whether an operator was invited (`room_metadata.operator_invite`). */
	operatorInvites?: 'all' | 'only' | 'without';
	/** Values that `url_parameters` must hold, by name. A blank value stands for any. */
	urlParameters?: Readonly<Record<string, string>>;
	/** Only with an `error_message`, or if `room_metadata.failed` is true. */
	onlyFailed?: boolean;
	/** Only if there is a recording (`summary.has_recording`). */
	onlyWithRecording?: boolean;
};

/** The fields that filters read. */
export type FilteredConversation = Pick<
	Conversation,
	| 'agent_id'
	| 'agent_title'
	| 'campaign_id'
	| 'campaign_name'
	| 'status'
	| 'language_id'
	| 'locale_id'
	| 'language_locale_code'
	| 'telecom_provider'
	| 'from_number'
	| 'to_number'
	| 'duration_seconds'
	| 'additional_fields'
	| 'test_run_id'
	| 'test_id'
	| 'test_eval_result'
	| 'url_parameters'
	| 'error_message'
	| 'room_metadata'
	| 'summary'
>;

type Check = (conversation: FilteredConversation, filters: ConversationFilters) => boolean;

const isFilled = (text: string | null) => text !== null && text.trim() !== '';
const isAgentTest: Check = ({ test_run_id, test_id }) => isFilled(test_run_id) || isFilled(test_id);

const hasOperatorInvite: Check = ({ room_metadata: { operator_invite: invite } }) =>
	isFilled(invite.invite_call_id) || isFilled(invite.status) || isFilled(invite.reason);

/** Why a filter held a conversation back: one code for each filter, in the order in which they are asked. */
export const FILTER_REASONS = [
	'agent-not-wanted',
	'campaign-not-wanted',
	'status-not-wanted',
	'language-not-wanted',
	'telephony-provider-not-wanted',
	'from-number-not-wanted',
	'to-number-not-wanted',
	'too-short',
	'too-long',
	'no-agent-test',
	'agent-test',
	'test-outcome-not-wanted',
	'no-operator-invite',
	'operator-invite',
	'url-parameter-not-wanted',
	'not-failed',
	'no-recording',
] as const;
export type FilterReason = (typeof FILTER_REASONS)[number];

/** Every filter under its reason; true lets through. */
const CHECKS: Readonly<Record<FilterReason, Check>> = {
	'agent-not-wanted': ({ agent_id, agent_title }, { agents = [] }) =>
		agents.length === 0 || matchesAny([agent_id, agent_title], agents),
	'campaign-not-wanted': ({ campaign_id, campaign_name }, { campaigns = [] }) =>
		campaigns.length === 0 || matchesAny([campaign_id, campaign_name], campaigns),
	'status-not-wanted': ({ status }, { statuses = [] }) =>
		statuses.length === 0 || matchesAny([status], statuses),
	'language-not-wanted': ({ language_locale_code, language_id, locale_id }, { languages = [] }) =>
		languages.length === 0 ||
		matchesLanguage([language_locale_code, language_id, locale_id], languages),
	'telephony-provider-not-wanted': ({ telecom_provider }, { telephonyProviders = [] }) =>
		telephonyProviders.length === 0 || matchesAny([telecom_provider], telephonyProviders),
	'from-number-not-wanted': ({ from_number }, { fromNumbers = [] }) =>
		fromNumbers.length === 0 || matchesPhonePrefix(from_number, fromNumbers),
	'to-number-not-wanted': ({ to_number }, { toNumbers = [] }) =>
		toNumbers.length === 0 || matchesPhonePrefix(to_number, toNumbers),
	'too-short': (conversation, { minimumDurationSeconds: minimum = 0 }) =>
		!(minimum > 0) || readDuration(conversation) >= minimum,
	'too-long': (conversation, { maximumDurationSeconds: maximum = 0 }) =>
		!(maximum > 0) || readDuration(conversation) <= maximum,
	'no-agent-test': (conversation, filters) =>
		filters.agentTests !== 'only' || isAgentTest(conversation, filters),
	'agent-test': (conversation, filters) =>
		filters.agentTests !== 'without' || !isAgentTest(conversation, filters),
	'test-outcome-not-wanted': ({ test_eval_result: { success } }, { testOutcome = 'all' }) =>
		testOutcome === 'all' || success === (testOutcome === 'passed'),
	'no-operator-invite': (conversation, filters) =>
		filters.operatorInvites !== 'only' || hasOperatorInvite(conversation, filters),
	'operator-invite': (conversation, filters) =>
		filters.operatorInvites !== 'without' || !hasOperatorInvite(conversation, filters),
	'url-parameter-not-wanted': ({ url_parameters }, { urlParameters = {} }) =>
		Object.entries(urlParameters).every(([name, wanted]) => {
			if (url_parameters === null || !hasOwn(url_parameters, name)) return false;
			const value = url_parameters[name] ?? null;
			return value !== null && (wanted.trim() === '' || matchesAny([value], [wanted]));
		}),
	'not-failed': ({ error_message, room_metadata }, { onlyFailed }) =>
		onlyFailed !== true || isFilled(error_message) || room_metadata.failed === true,
	'no-recording': ({ summary }, { onlyWithRecording }) =>
		onlyWithRecording !== true || summary.has_recording,
};

/**
 * Asks every filter. Words are compared without regard to case. A filter on a field that the record
 * lacks does not let the record through, except those that ask for conversations without something.
 */
export function filterConversation(
	conversation: FilteredConversation,
	filters: ConversationFilters,
): FilterResult {
	const reason = FILTER_REASONS.find((code) => !CHECKS[code](conversation, filters));
	return reason === undefined ? { passes: true } : { passes: false, reason };
}

/** Whether the user wants a conversation; the first filter that holds it back gives the reason. */
export type FilterResult = { passes: true } | { passes: false; reason: FilterReason };

const MAX_NUMBER_CHARACTERS = 32;

/** A duration that was sent as text is of a wrong type, but it says how long; NaN if nothing does. */
function readDuration({ duration_seconds, additional_fields }: FilteredConversation): number {
	const sent = duration_seconds ?? additional_fields.duration_seconds;
	if (typeof sent === 'number') return sent;
	if (typeof sent !== 'string' || sent.length > MAX_NUMBER_CHARACTERS) return NaN;
	return sent.trim() !== '' && Number.isFinite(Number(sent)) ? Number(sent) : NaN;
}

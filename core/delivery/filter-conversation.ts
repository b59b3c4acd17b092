import type { Conversation } from '../conversation/conversation';
import { matchesLanguage } from './filter-language';
import { type FilterList, matchesAny, parseFilterList } from './filter-list';
import { matchesPhonePrefix } from './filter-phone-number';
import { transcriptContains } from './filter-transcript';

/** Which conversations a user wants. What is missing, blank, empty or 0 lets everything through. */
export interface ConversationFilters {
	/** Ids or names of agents (`agent_id`, `agent_title`). */
	agents?: FilterList;
	/** Ids or names of campaigns (`campaign_id`, `campaign_name`). */
	campaigns?: FilterList;
	/** Values of `status`. */
	statuses?: FilterList;
	/** Language codes, of which `en` takes `en-US` through, or ids of language or locale. */
	languages?: FilterList;
	/** Values of `telecom_provider`. */
	telephonyProviders?: FilterList;
	/** Beginnings of `from_number`. */
	fromNumbers?: FilterList;
	/** Beginnings of `to_number`. */
	toNumbers?: FilterList;
	/** Least `duration_seconds`, itself included. */
	minimumDurationSeconds?: number;
	/** Greatest `duration_seconds`, itself included. */
	maximumDurationSeconds?: number;
	/** Conversations of agent tests (`test_run_id` or `test_id`): all, only those, or none of them. */
	agentTests?: 'all' | 'only' | 'without';
	/** Only with an `error_message`, or where `room_metadata.failed` is true. */
	onlyFailed?: boolean;
	/** Only where there is a recording (`summary.has_recording`). */
	onlyWithRecording?: boolean;
	/** Text that one turn of what was said must contain. */
	transcriptContains?: string;
}

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
	| 'test_run_id'
	| 'test_id'
	| 'error_message'
	| 'room_metadata'
	| 'history'
	| 'summary'
>;

type Check = (conversation: FilteredConversation, filters: ConversationFilters) => boolean;

const isUnset = (list: FilterList | undefined) => parseFilterList(list).length === 0;
const isFilled = (text: string | null) => text !== null && text.trim() !== '';
const isAgentTest: Check = ({ test_run_id, test_id }) => isFilled(test_run_id) || isFilled(test_id);

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
	'not-failed',
	'no-recording',
	'text-not-in-transcript',
] as const;
export type FilterReason = (typeof FILTER_REASONS)[number];

/** Every filter under its reason; true lets through. */
const CHECKS: Readonly<Record<FilterReason, Check>> = {
	'agent-not-wanted': ({ agent_id, agent_title }, { agents }) =>
		isUnset(agents) || matchesAny([agent_id, agent_title], parseFilterList(agents)),
	'campaign-not-wanted': ({ campaign_id, campaign_name }, { campaigns }) =>
		isUnset(campaigns) || matchesAny([campaign_id, campaign_name], parseFilterList(campaigns)),
	'status-not-wanted': ({ status }, { statuses }) =>
		isUnset(statuses) || matchesAny([status], parseFilterList(statuses)),
	'language-not-wanted': ({ language_locale_code, language_id, locale_id }, { languages }) =>
		isUnset(languages) ||
		matchesLanguage([language_locale_code, language_id, locale_id], parseFilterList(languages)),
	'telephony-provider-not-wanted': ({ telecom_provider }, { telephonyProviders }) =>
		isUnset(telephonyProviders) ||
		matchesAny([telecom_provider], parseFilterList(telephonyProviders)),
	'from-number-not-wanted': ({ from_number }, { fromNumbers }) =>
		isUnset(fromNumbers) || matchesPhonePrefix(from_number, parseFilterList(fromNumbers)),
	'to-number-not-wanted': ({ to_number }, { toNumbers }) =>
		isUnset(toNumbers) || matchesPhonePrefix(to_number, parseFilterList(toNumbers)),
	'too-short': ({ duration_seconds }, { minimumDurationSeconds: minimum = 0 }) =>
		!(minimum > 0) || (duration_seconds !== null && duration_seconds >= minimum),
	'too-long': ({ duration_seconds }, { maximumDurationSeconds: maximum = 0 }) =>
		!(maximum > 0) || (duration_seconds !== null && duration_seconds <= maximum),
	'no-agent-test': (conversation, filters) =>
		filters.agentTests !== 'only' || isAgentTest(conversation, filters),
	'agent-test': (conversation, filters) =>
		filters.agentTests !== 'without' || !isAgentTest(conversation, filters),
	'not-failed': ({ error_message, room_metadata }, { onlyFailed }) =>
		onlyFailed !== true || isFilled(error_message) || room_metadata.failed === true,
	'no-recording': ({ summary }, { onlyWithRecording }) =>
		onlyWithRecording !== true || summary.has_recording,
	'text-not-in-transcript': ({ history }, { transcriptContains: text = '' }) =>
		text.trim() === '' || transcriptContains(history, text),
};

/** Whether the user wants a conversation; the first filter that holds it back gives the reason. */
export type FilterResult = { passes: true } | { passes: false; reason: FilterReason };

/**
 * Asks every filter. Words are compared without regard to case. A filter on a field that the record
 * lacks does not let the record through, except "without agent tests", which then does.
 */
export function filterConversation(
	conversation: FilteredConversation,
	filters: ConversationFilters,
): FilterResult {
	const reason = FILTER_REASONS.find((code) => !CHECKS[code](conversation, filters));
	return reason === undefined ? { passes: true } : { passes: false, reason };
}

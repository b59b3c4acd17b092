import { type Conversation, CONVERSATION_FIELDS } from '../conversation/conversation';
import { readDurationSeconds } from '../conversation/find-origin';
import { maskNumbersInText } from '../conversation/mask-numbers';
import { listToolCalls, listToolNames } from '../conversation/tool-calls';
import { isObject, readProperty, type UnknownObject } from '../json';
import { findNumber } from '../phone/number-frame';
import {
	type FieldTexts,
	foldCase,
	isFilledId,
	isShort,
	isVisible,
	matchesAny,
	quoteText,
} from '../text';

/** A filter that is missing, empty, 0, false or `all` is off. */
export type ConversationFilters = {
	/** Names or ids. */
	agents?: readonly string[];
	/** Names or ids. */
	campaigns?: readonly string[];
	/** As the service writes them, in any letter case. */
	statuses?: readonly string[];
	/** Language codes (`en` also lets `en-US` through), or ids of language or locale. */
	languages?: readonly string[];
	/** Prefixes, such as `+49 30`: {@link matchesPrefix}. */
	fromNumbers?: readonly string[];
	/** The same. */
	toNumbers?: readonly string[];
	minimumDurationSeconds?: number;
	/** `without`: no agent tests. `only`: agent tests alone. `onlyFailed`, `onlyPassed`: those with this result. */
	agentTests?: (typeof AGENT_TESTS)[number];
	/** Values that `url_parameters` must hold, by name. A blank value stands for any. */
	urlParameters?: Readonly<Record<string, string>>;
	/** Values of `outcome`; `unknown` stands for `null`, too. */
	outcomes?: readonly string[];
	/** Names of tools, of which one must have been called. */
	toolsUsed?: readonly string[];
	/** Whether only conversations with a recording pass. */
	withRecording?: boolean;
};

export const AGENT_TESTS = ['all', 'without', 'only', 'onlyFailed', 'onlyPassed'] as const;

type Filter = {
	filter: string;
	fields: readonly [string, ...string[]];
	passes: (conversation: Conversation, filters: ConversationFilters) => boolean;
};

type ListName = Exclude<
	keyof ConversationFilters,
	'minimumDurationSeconds' | 'agentTests' | 'urlParameters' | 'withRecording'
>;

type TextField = {
	[Name in keyof Conversation]: Conversation[Name] extends string | null ? Name : never;
}[keyof Conversation];

function ofList(
	filter: string,
	list: ListName,
	fields: readonly [TextField, ...TextField[]],
	matches = matchesAny,
): Filter {
	return {
		filter,
		fields,
		passes: (conversation, { [list]: wanted = [] }) =>
			wanted.length === 0 ||
			matches(
				fields.map((name) => conversation[name]),
				wanted,
			),
	};
}

const LANGUAGE_FIELDS = ['language_locale_code', 'language_id', 'locale_id'] as const;
const AGENT_TEST_FIELDS = ['test_run_id', 'test_id'] as const;

/** By reason, in the order of the checks. */
const FILTERS = {
	'agent-not-wanted': ofList('Agents', 'agents', ['agent_title', 'agent_id']),
	'campaign-not-wanted': ofList('Campaigns', 'campaigns', ['campaign_name', 'campaign_id']),
	'status-not-wanted': ofList('Statuses', 'statuses', ['status']),
	'language-not-wanted': ofList('Languages', 'languages', LANGUAGE_FIELDS, matchesLanguage),
	'from-number-not-wanted': ofList('From Numbers', 'fromNumbers', ['from_number'], matchesPrefix),
	'to-number-not-wanted': ofList('To Numbers', 'toNumbers', ['to_number'], matchesPrefix),
	'too-short': {
		filter: 'Minimum Duration',
		fields: ['duration_seconds'],
		passes: (conversation, { minimumDurationSeconds: minimum = 0 }) =>
			!(minimum > 0) || readDurationSeconds(conversation) >= minimum,
	},
	'no-agent-test': {
		filter: 'Agent Tests',
		fields: AGENT_TEST_FIELDS,
		passes: (conversation, { agentTests = 'all' }) =>
			!agentTests.startsWith('only') || isAgentTest(conversation),
	},
	'agent-test': {
		filter: 'Agent Tests',
		fields: AGENT_TEST_FIELDS,
		passes: (conversation, { agentTests }) =>
			agentTests !== 'without' || !isAgentTest(conversation),
	},
	'test-result-not-wanted': {
		filter: 'Agent Tests',
		fields: ['test_eval_result.success'],
		passes: ({ test_eval_result: { success } }, { agentTests }) =>
			(agentTests !== 'onlyPassed' || success === true) &&
			(agentTests !== 'onlyFailed' || success === false),
	},
	'url-parameter-not-wanted': {
		filter: 'URL Parameters',
		fields: ['url_parameters'],
		passes: ({ url_parameters }, { urlParameters = {} }) =>
			Object.entries(urlParameters).every(([name, wanted]) => {
				if (url_parameters === null || !Object.hasOwn(url_parameters, name)) return false;
				const value = url_parameters[name] ?? null;
				return value !== null && (wanted.trim() === '' || matchesAny([value], [wanted]));
			}),
	},
	'outcome-not-wanted': ofList('Outcomes', 'outcomes', ['outcome'], ([outcome], wanted) =>
		matchesAny([outcome ?? 'unknown'], wanted),
	),
	'tool-not-used': {
		filter: 'Tools Used',
		fields: ['tools_used'],
		passes: ({ history }, { toolsUsed = [] }) =>
			toolsUsed.length === 0 ||
			matchesAny(listToolCalls(history ?? []).flatMap(listToolNames), toolsUsed),
	},
	'no-recording': {
		filter: 'With Recording',
		fields: ['statistics.has_recording'],
		passes: ({ statistics }, { withRecording }) =>
			withRecording !== true || statistics.has_recording === true,
	},
} satisfies Record<string, Filter>;

export type FilterReason = keyof typeof FILTERS;
export const FILTER_REASONS = Object.keys(FILTERS).filter(isFilterReason);

function isFilterReason(code: string): code is FilterReason {
	return Object.hasOwn(FILTERS, code);
}

export type FilterFinding = {
	reason: FilterReason;
	filter: string;
	/** Path of the filter's first field with a value, such as `agent_title`. */
	field: string;
	value: string | number | boolean | null;
	isPersonal: boolean;
	/** Without a value that says who called or what was said. */
	message: string;
};

const MAX_VALUE_CHARACTERS = 1_000;
const MAX_QUOTED_CHARACTERS = 64;

/**
 * The reason of the first filter that discards the conversation. A conversation without a value for a filter
 * is discarded, too. Agent Tests `without` and Outcomes `unknown` let such a conversation through.
 */
export function filterConversation(
	conversation: Conversation,
	filters: ConversationFilters,
): FilterReason | undefined {
	return FILTER_REASONS.find((reason) => !FILTERS[reason].passes(conversation, filters));
}

export function explainFilter(code: string, conversation: Conversation): FilterFinding | undefined {
	if (!isFilterReason(code)) return undefined;
	const { filter, fields }: Filter = FILTERS[code];
	const declared = CONVERSATION_FIELDS.filter(({ name }) => fields.includes(name));
	// A sender's own field with the name of a derived field, such as `outcome`, is ignored.
	const isDerived = declared.some(({ facts }) => facts.isDerived);
	const others = (isDerived ? null : conversation.additional_fields) ?? {};
	const located = fields.map((field) => locate(field, conversation, others));
	// An id of zeros beside a real one decides nothing.
	const decisive =
		located.find(({ value }) => typeof value === 'string' && isFilledId(value)) ??
		located.find(({ value }) => value !== null);
	const { field, value, isOfWrongType } = decisive ?? locate(fields[0], conversation, others);
	const isPersonal =
		isOfWrongType || declared.some(({ facts }) => facts.sensitivity === 'personal');
	const problem = isOfWrongType ? `: its ${field} is of a wrong type` : '';
	const finding = isPersonal ? problem : `: ${describeValue(field, value)}`;
	const message = `A conversation arrived and was discarded by the filter ${filter}${finding}.`;
	return { reason: code, filter, field, value, isPersonal, message };
}

/** A value that only `others` has is of a wrong type, and may hold any text. But a duration may be text (`" 42"`). */
function locate(field: string, conversation: Conversation, others: UnknownObject) {
	const known = readValue(conversation, field);
	const value = known ?? readValue(others, field);
	const isDuration =
		field === 'duration_seconds' && Number.isFinite(readDurationSeconds(conversation));
	return { field, value, isOfWrongType: known === null && value !== null && !isDuration };
}

function describeValue(field: string, value: FilterFinding['value']): string {
	if (value === null) return `it has no ${field}`;
	const quoted = typeof value === 'string' ? quoteText(value, MAX_QUOTED_CHARACTERS) : value;
	// Any text may hold a phone number, which no log may show.
	return `its ${field} is ${maskNumbersInText(String(quoted))}`;
}

function readValue(fields: UnknownObject, path: string): FilterFinding['value'] {
	const value = path.split('.').reduce<unknown>(readProperty, fields);
	if (typeof value === 'number' || typeof value === 'boolean') return value;
	const isList = Array.isArray(value) && value.every((element) => typeof element === 'string');
	const text = isList ? value.join(', ') : isObject(value) ? JSON.stringify(value) : value;
	return typeof text === 'string' && isVisible(text) ? text.slice(0, MAX_VALUE_CHARACTERS) : null;
}

function isAgentTest({ test_run_id, test_id }: Conversation): boolean {
	return isFilledId(test_run_id) || isFilledId(test_id);
}

/** `en` lets `en-US` and `en_GB` through; `en-US` lets `en_US` through, but not `en` (basic filtering of RFC 4647). */
function matchesLanguage(fields: FieldTexts, wanted: readonly string[]): boolean {
	const codes = fields.filter(isShort).map(normalizeCode);
	return wanted.map(normalizeCode).some((range) => {
		return codes.some((code) => code === range || code.startsWith(`${range}-`));
	});
}

/**
 * A prefix without letters is compared by its digits, without leading `00`: `+49 30`, `0049-30` and `4930`
 * are the same prefix, since the interface document shows no format (2.5). Of the conversation's number, without
 * its frame ({@link findNumber}), the digits before the first letter count. A prefix with letters (`sip:…`,
 * `anonymous`) is compared as text. A prefix without a digit or letter matches nothing.
 */
function matchesPrefix(fields: FieldTexts, wanted: readonly string[]): boolean {
	const numbers = fields.filter(isShort);
	return wanted.some((prefix) => {
		const read = LETTER.test(prefix) ? (text: string) => text.trim().toLowerCase() : readDigits;
		return read(prefix) !== '' && numbers.some((number) => read(number).startsWith(read(prefix)));
	});
}

function normalizeCode(code: string): string {
	return foldCase(code).replaceAll('_', '-');
}

const LETTER = /\p{L}/u;

function readDigits(sent: string): string {
	const number = findNumber(sent) ?? sent;
	return (number.split(LETTER, 1)[0] ?? '').replace(/\D/g, '').replace(/^00/, '');
}
